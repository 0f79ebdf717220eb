"""What the Python nodes of flows import: `tool`, `log_metric` and connections, nothing else."""

from promptflow._host import log_metric, tool

__all__ = ["log_metric", "tool"]

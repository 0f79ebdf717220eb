"""`tool` marks the function that is a node; `log_metric` sets a metric of the run."""

from promptflow._host import log_metric, tool

__all__ = ["log_metric", "tool"]

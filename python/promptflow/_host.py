"""What a node's code says to the program that runs it."""


def on_metric(name, value):
    """Takes a metric; the bridge puts its own function here for each call."""


def tool(function=None, **_settings):
    """Marks the one function of a file that is a node, as `@tool` or `@tool(...)`."""

    def mark(marked):
        marked.is_promptflow_tool = True
        return marked

    return mark if function is None else mark(function)


def log_metric(key, value, variant_id=None):
    """Sets a metric of the run; it has an effect in aggregation nodes."""
    on_metric(key, value)

"""Connections as nodes take them: objects whose attributes are what the run was given."""


class Connection(dict):
    """The fields of a connection, as attributes and as keys."""

    def __getattr__(self, name):
        try:
            return self[name]
        except KeyError:
            raise AttributeError("the connection has no %r" % name) from None

    def __repr__(self):
        return "<%s with %s>" % (type(self).__name__, ", ".join(self))  # never a key's value

    __str__ = __repr__


class OpenAIConnection(Connection):
    """A key and address of OpenAI, or of a server that speaks its protocol."""


class AzureOpenAIConnection(Connection):
    """A key and address of Azure OpenAI."""


class ServerlessConnection(Connection):
    """A key and address of a serverless endpoint."""


class CustomConnection(Connection):
    """Any fields."""


class CustomStrongTypeConnection(CustomConnection):
    """Any fields; a class of one's own may extend it."""

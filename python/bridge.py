"""Runs the Python nodes of a flow: requests come as JSON lines on one pipe, answers go to another.

Started by oaieval as `python -u bridge.py`. File descriptor 3 has the requests, 4 takes the
answers, so whatever nodes print cannot break them. Needs Python 3.8 or later and nothing else.
"""

import asyncio
import dataclasses
import enum
import importlib.util
import inspect
import io
import json
import math
import os
import sys
import traceback

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)

from promptflow import _host  # noqa: E402  (it lies beside this file)
from promptflow import connections as connection_classes  # noqa: E402

NUMBER = "$number"


class Answers:
    """Writes messages, each whole."""

    def __init__(self, file):
        self._file = file

    def send(self, **message):
        self._file.write(json.dumps(message, ensure_ascii=True, allow_nan=False) + "\n")
        self._file.flush()


class Printed(io.TextIOBase):
    """Takes what a node prints, and sends it line by line."""

    def __init__(self, answers):
        self._answers = answers
        self._rest = ""

    def writable(self):
        return True

    def write(self, text):
        *lines, self._rest = (self._rest + text).split("\n")
        for line in lines:
            self._answers.send(type="log", text=line)
        return len(text)

    def end_line(self):
        if self._rest:
            self.write("\n")


class RefusedModules:
    """Says what to use in place of the parts of promptflow that are not here."""

    def find_spec(self, name, path=None, target=None):
        if not name.startswith("promptflow."):
            return None
        raise ModuleNotFoundError(
            "%s is not here: Python nodes of oaieval have promptflow.core.tool, log_metric and "
            "promptflow.connections. Ask models by a node of type llm, embed by one of type "
            "embedding" % name,
            name=name,
        )


class Node:
    """A function of a node's file, and how it takes its arguments."""

    def __init__(self, described):
        self.path = described["path"]
        self.literals = set(described["literals"])
        self.inputs = set(described["inputs"])
        self.function = self._find()
        self.parameters = inspect.signature(self.function).parameters
        self._check()

    def _find(self):
        name = "oaieval_node_%s" % self.path.encode("utf-8", "surrogateescape").hex()
        module = sys.modules.get(name) or self._load(name)
        tools = [
            value
            for value in vars(module).values()
            if getattr(value, "is_promptflow_tool", False) and value.__module__ == name
        ]
        tools = list({id(tool): tool for tool in tools}.values())
        if len(tools) == 1:
            return tools[0]
        found = "%d functions" % len(tools) if tools else "no function"
        raise LookupError("%s with @tool; a node's file has exactly one" % found)

    def _load(self, name):
        spec = importlib.util.spec_from_file_location(name, self.path)
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module
        try:
            spec.loader.exec_module(module)
        except BaseException:
            del sys.modules[name]
            raise
        return module

    def _check(self):
        kinds = {parameter.kind for parameter in self.parameters.values()}
        takes_any = inspect.Parameter.VAR_KEYWORD in kinds
        unknown = sorted(self.inputs - set(self.parameters))
        if unknown and not takes_any:
            known = ", ".join(self.parameters) or "none"
            raise LookupError(
                "the function %s has no parameter %s; it has %s"
                % (self.function.__name__, ", ".join(unknown), known)
            )
        absent = [name for name in self._required() if name not in self.inputs]
        if absent:
            raise LookupError(
                "the function %s needs %s, which the node's inputs do not have"
                % (self.function.__name__, ", ".join(absent))
            )

    def _required(self):
        for name, parameter in self.parameters.items():
            is_single = parameter.kind not in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD)
            if is_single and parameter.default is parameter.empty:
                yield name

    def call(self, args, connections):
        # The value of a bypassed node is absent: a default takes its place, or else None.
        values = {name: None for name in self._required()}
        values.update(
            (name, self._converted(name, value, connections)) for name, value in args.items()
        )
        result = self.function(**values)
        return asyncio.run(result) if inspect.isawaitable(result) else result

    def _converted(self, name, value, connections):
        if name not in self.literals or name not in self.parameters:
            return value
        wanted = self.parameters[name].annotation
        if isinstance(wanted, str):
            wanted = getattr(connection_classes, wanted.split(".")[-1], None) or PLAIN.get(wanted)
        if isinstance(wanted, type) and issubclass(wanted, connection_classes.Connection):
            return connected(wanted, value, connections)
        if wanted in CONVERT and isinstance(value, (str, int, float, bool)):
            return CONVERT[wanted](value)
        return value


def connected(wanted, name, connections):
    if name not in connections:
        raise LookupError("there is no connection %r" % (name,))
    given = connections[name]
    if isinstance(given, str):
        raise LookupError("the connection %r is a completion function, not one of Python" % name)
    return wanted(**given)


def to_bool(value):
    if isinstance(value, str):
        if value.lower() in ("true", "false"):
            return value.lower() == "true"
        raise ValueError("%r is neither true nor false" % value)
    return bool(value)


def to_json(value):
    return json.loads(value) if isinstance(value, str) else value


CONVERT = {int: int, float: float, bool: to_bool, str: str, list: to_json, dict: to_json}
PLAIN = {kind.__name__: kind for kind in CONVERT}


def encoded(value, warn):
    """A value as JSON has it; numbers that it has not are marked."""
    if value is None or isinstance(value, (bool, str)):
        return value
    if isinstance(value, enum.Enum):
        return encoded(value.value, warn)
    if isinstance(value, int):
        return int(value)
    if isinstance(value, float):
        return float(value) if math.isfinite(value) else {NUMBER: not_finite(value)}
    if isinstance(value, dict):
        return {str(key): encoded(item, warn) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [encoded(item, warn) for item in value]
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return encoded(dataclasses.asdict(value), warn)
    for method in ("tolist", "item"):  # arrays and scalars of numpy
        if hasattr(value, "dtype") and callable(getattr(value, method, None)):
            return encoded(getattr(value, method)(), warn)
    warn("a %s is no JSON, so its text was taken" % type(value).__name__)
    return str(value)


def not_finite(value):
    if math.isnan(value):
        return "NaN"
    return "Infinity" if value > 0 else "-Infinity"


def decoded(value):
    if isinstance(value, list):
        return [decoded(item) for item in value]
    if not isinstance(value, dict):
        return value
    if set(value) == {NUMBER}:
        return float(value[NUMBER])
    return {key: decoded(item) for key, item in value.items()}


def error_of(error):
    """Type, text and place of an error, without the frames of this file."""
    frames = [
        frame
        for frame in traceback.extract_tb(error.__traceback__)
        if os.path.abspath(frame.filename) != os.path.abspath(__file__)
        and not frame.filename.startswith("<frozen")
    ]
    stack = "".join(traceback.format_list(frames))
    return {"name": type(error).__name__, "message": str(error), "stack": stack}


class Bridge:
    def __init__(self, answers):
        self._answers = answers
        self._nodes = {}
        self._connections = {}

    def load(self, request):
        os.chdir(request["folder"])
        sys.path.insert(1, request["folder"])
        os.environ.update(request["environment"])
        self._connections = request["connections"]
        for described in request["nodes"]:
            try:
                self._nodes[described["name"]] = Node(described)
            except BaseException as error:  # a module may raise or exit as it likes
                self._answers.send(type="refused", node=described["name"], error=error_of(error))
                return
        self._answers.send(type="loaded")

    def call(self, request):
        _host.on_metric = lambda name, value: self._answers.send(
            type="metric", name=name, value=encoded(value, self._warn)
        )
        try:
            value = self._nodes[request["node"]].call(decoded(request["args"]), self._connections)
            answer = {"type": "value", "value": encoded(value, self._warn)}
        except BaseException as error:
            answer = {"type": "error", "error": error_of(error)}
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, Printed):
                stream.end_line()
        self._answers.send(**answer)

    def _warn(self, text):
        self._answers.send(type="log", text=text)


def main():
    requests = os.fdopen(3, "r", encoding="utf-8", newline="\n")
    answers = Answers(os.fdopen(4, "w", encoding="utf-8", newline="\n"))
    sys.stdout, sys.stderr = Printed(answers), Printed(answers)
    sys.meta_path.append(RefusedModules())
    bridge = Bridge(answers)
    for line in requests:
        request = json.loads(line)
        getattr(bridge, {"load": "load", "call": "call"}[request["type"]])(request)


if __name__ == "__main__":
    main()

import { expect, test } from "vitest";
import { type PythonOptions, PythonPool } from "../../../src/flow/python/python-pool.ts";
import { type FlowFiles, flowOf, runLine, runLines, type TestServices } from "../flow-run.ts";

/** A flow with one Python node that takes `text`. */
function grading(source: string, inputs = `{text: '\${inputs.text}'}`): FlowFiles {
  return {
    "flow.dag.yaml": `
inputs: {text: {type: object}}
outputs: {grade: {type: object, reference: '\${grade.output}'}}
nodes:
  - name: grade
    type: python
    source: {type: code, path: grade.py}
    inputs: ${inputs}
`,
    "grade.py": source,
  };
}

function withPython(files: FlowFiles, options: PythonOptions = {}, services: TestServices = {}) {
  return flowOf(files, { python: new PythonPool({ workers: 1, ...options }), ...services });
}

/** What a node makes of a text. */
async function graded(source: string, text: unknown = "x") {
  const flow = await withPython(grading(source));
  return (await runLine(flow, { inputs: { text } })).line;
}

const TOOL = "from promptflow.core import tool\n";

test.each([
  [
    "of other modules",
    "import math\nfrom promptflow import tool\n\n@tool\ndef f(text): return math.floor(2.5)",
    2,
  ],
  ["that are asynchronous", `${TOOL}\n@tool\nasync def f(text): return text + "!"`, "x!"],
  ["marked with settings", `${TOOL}\n@tool(name="nice")\ndef f(text): return 1`, 1],
  ["that return tuples", `${TOOL}\n@tool\ndef f(text): return (1, "a")`, [1, "a"]],
  ["that return nothing", `${TOOL}\n@tool\ndef f(text): pass`, null],
  ["that return large numbers", `${TOOL}\n@tool\ndef f(text): return float("inf")`, null],
])("runs functions %s", async (_, source, output) => {
  const { status, outputs } = await graded(source);

  expect({ status, grade: outputs?.["grade"] }).toEqual({ status: "completed", grade: output });
});

test("a value that is no JSON is taken as text, and the log says so", async () => {
  const flow = await withPython(grading(`${TOOL}\n@tool\ndef f(text): return {"is": 1j}`));

  const { line, events } = await runLine(flow, { inputs: { text: "x" } });

  expect(line.outputs).toEqual({ grade: { is: "1j" } });
  expect(events.map(({ data }) => data)).toContainEqual({
    node: "grade",
    line_number: 0,
    message: "a complex is no JSON, so its text was taken",
  });
});

test("what a node prints goes to the log, also a last line without an end", async () => {
  const source = `import sys\n${TOOL}\n@tool\ndef f(text):\n  print("one")\n  print({"type": "value"})\n  sys.stderr.write("two")\n  return 1`;
  const flow = await withPython(grading(source));

  const { line, events } = await runLine(flow, { inputs: { text: "x" } });

  expect(line.outputs).toEqual({ grade: 1 });
  const messages = events.map(({ data }) => (data as { message?: string }).message);
  expect(messages).toEqual(["one", "{'type': 'value'}", "two"]);
});

test("what writes past Python's own streams breaks nothing", async () => {
  const { outputs } = await graded(
    `import os\n${TOOL}\n@tool\ndef f(text):\n  os.write(1, b'{"type":"value","value":9}\\n')\n  return 1`,
  );

  expect(outputs).toEqual({ grade: 1 });
});

test("an exception fails the line with its class, text and place", async () => {
  const { status, error } = await graded(
    `${TOOL}\n@tool\ndef f(text):\n  raise KeyError("no such grade")`,
  );

  expect(status).toBe("failed");
  expect(error).toMatchObject({
    node: "grade",
    type: "KeyError",
    message: "the node \"grade\" failed: KeyError: 'no such grade' (grade.py:5)",
    stack: expect.stringMatching(/grade\.py", line 5, in f/),
  });
});

test("exit() in a node fails its line and not the run", async () => {
  const flow = await withPython(
    grading(`import sys\n${TOOL}\n@tool\ndef f(text):\n  return sys.exit(3) if text == "a" else 1`),
  );

  const lines = [
    await runLine(flow, { inputs: { text: "a" } }),
    await runLine(flow, { line_number: 1, inputs: { text: "b" } }),
  ];

  expect(lines.map(({ line }) => line.status)).toEqual(["failed", "completed"]);
});

test("a Python that is killed in the middle of a line fails this line, and the next has a new one", async () => {
  const flow = await withPython(
    grading(
      `import os, signal\n${TOOL}\n@tool\ndef f(text):\n  if text == "die": os.kill(os.getpid(), signal.SIGKILL)\n  return os.getpid()`,
    ),
  );
  const texts = ["a", "die", "b"];

  const lines = [];
  for (const [line_number, text] of texts.entries()) {
    lines.push((await runLine(flow, { line_number, inputs: { text } })).line);
  }

  expect(lines.map(({ status }) => status)).toEqual(["completed", "failed", "completed"]);
  expect(lines[1]?.error?.message).toMatch(/Python ended by SIGKILL/);
  expect(lines[2]?.outputs).not.toEqual(lines[0]?.outputs);
});

test("a node that hangs is ended with its line", async () => {
  const flow = await withPython(
    grading(
      `import time\n${TOOL}\n@tool\ndef f(text):\n  while text == "hang": time.sleep(1)\n  return 1`,
    ),
    {},
    { lineTimeoutMs: 2000 },
  );

  const lines = [
    await runLine(flow, { inputs: { text: "hang" } }),
    await runLine(flow, { line_number: 1, inputs: { text: "go" } }),
  ];

  expect(lines.map(({ line }) => line.status)).toEqual(["failed", "completed"]);
});

test.each([
  [
    "no function is a tool",
    "def f(text): return 1",
    /"grade" cannot be loaded: no function with @tool/,
  ],
  [
    "two functions are tools",
    `${TOOL}\n@tool\ndef f(text): return 1\n@tool\ndef g(text): return 1`,
    /2 functions with @tool; a node's file has exactly one/,
  ],
  ["the file has a fault", "def f(:", /SyntaxError/],
  [
    "a package is not installed",
    "import no_such_package",
    /ModuleNotFoundError: No module named 'no_such_package' \(.*grade\.py:1\)/,
  ],
  [
    "it imports another part of promptflow",
    "from promptflow.tools.aoai import chat",
    /promptflow\.tools is not here.*node of type llm/,
  ],
  [
    "the function has no such parameter",
    `${TOOL}\n@tool\ndef f(txt): return 1`,
    /the function f has no parameter text; it has txt/,
  ],
  [
    "the node lacks a parameter of the function",
    `${TOOL}\n@tool\ndef f(text, scale): return 1`,
    /the function f needs scale, which the node's inputs do not have/,
  ],
])("refuses before a line is run when %s", async (_, source, message) => {
  await expect(withPython(grading(source))).rejects.toThrow(message);
});

test("a Python that is not there is named, with what to do", async () => {
  const flow = withPython(grading(`${TOOL}\n@tool\ndef f(text): return 1`), {
    command: "no-such-python",
  });

  await expect(flow).rejects.toMatchObject({
    message: '"no-such-python" does not run Python nodes: there is no such program',
    fix: expect.stringContaining("--python"),
  });
});

test("without leave no Python is run, and the flag that gives it is named", async () => {
  await expect(flowOf(grading(`${TOOL}\n@tool\ndef f(text): return 1`))).rejects.toMatchObject({
    fix: expect.stringContaining("--allow-python"),
  });
});

test("literals take the type of their parameter, references stay as they are", async () => {
  const source = `${TOOL}\n@tool\ndef f(text, n: int, on: bool, words: list, s: str): return [text, n, on, words, s]`;
  const inputs = `{text: '\${inputs.text}', n: "3", on: "True", words: '["a"]', s: 4}`;
  const flow = await withPython(grading(source, inputs));

  const { line } = await runLine(flow, { inputs: { text: "7" } });

  expect(line.outputs).toEqual({ grade: [7, 3, true, ["a"], "4"] });
});

test("a connection reaches the node by its name, and is never printed", async () => {
  const source = `from promptflow.connections import CustomConnection\n${TOOL}\n@tool\ndef f(text, connection: CustomConnection):\n  print(connection)\n  return connection.url + connection["key"]`;
  const flow = await withPython(grading(source, `{text: '\${inputs.text}', connection: mine}`), {
    connections: { mine: { url: "http://x/", key: "k-1" } },
  });

  const { line, events } = await runLine(flow, { inputs: { text: "x" } });

  expect(line.outputs).toEqual({ grade: "http://x/k-1" });
  expect(JSON.stringify(events)).not.toContain("k-1");
});

test("metrics of aggregation nodes count; one that is no number fails its node", async () => {
  const flow = await withPython({
    "flow.dag.yaml": `
inputs: {n: {type: int}}
outputs: {n: {type: int, reference: '\${inputs.n}'}}
nodes:
  - {name: sum, type: python, source: {type: code, path: sum.py}, inputs: {ns: '\${inputs.n}'}, aggregation: true}
  - {name: bad, type: python, source: {type: code, path: bad.py}, inputs: {ns: '\${inputs.n}'}, aggregation: true}
`,
    "sum.py": `from promptflow.core import log_metric, tool\n\n@tool\ndef f(ns):\n  log_metric("sum", sum(ns))\n  log_metric(key="last", value=ns[-1])`,
    "bad.py": `from promptflow.core import log_metric, tool\n\n@tool\ndef f(ns):\n  log_metric("bad", float("nan"))\n  return 1`,
  });

  const { aggregation } = await runLines(flow, [
    { line_number: 0, inputs: { n: 1 } },
    { line_number: 1, inputs: { n: 2 } },
  ]);

  expect(aggregation.metrics.map(({ name, value }) => [name, value])).toEqual([
    ["sum", 3],
    ["last", 2],
  ]);
  expect(aggregation.events).toContainEqual(
    expect.objectContaining({
      data: expect.objectContaining({ node: "bad", status: "failed" }),
    }),
  );
});

test("several lines at once have a Python each, up to the number of workers", async () => {
  const source = `import os\n${TOOL}\n@tool\ndef f(text): return os.getpid()`;
  const flow = await withPython(grading(source), { workers: 2 });

  const lines = await Promise.all(
    Array.from({ length: 8 }, (_, line_number) =>
      runLine(flow, { line_number, inputs: { text: "x" } }),
    ),
  );

  const pids = new Set(lines.map(({ line }) => line.outputs?.["grade"]));
  expect(lines.every(({ line }) => line.status === "completed")).toBe(true);
  expect(pids.size).toBeLessThanOrEqual(2);
});

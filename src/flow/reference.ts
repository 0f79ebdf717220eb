import { ConfigError } from "../core/errors.ts";
import type { Binding } from "./spec.ts";

const REFERENCE = /^\$\{([^{}]+)\}$/;
const NODE = /^([^.[\]]+)(?:\.(\w+)(.*))?$/s;
const PART = /\.(\w+)|\['([^']*)'\]|\[(\d+)\]/y;

/**
 * Reads a value of a flow file: a text that is one reference, `${inputs.x}` or
 * `${node.output.key[0]}`, or else a literal.
 *
 * @param where the value's place, for messages
 * @throws {ConfigError} when it is a reference to nothing that there can be
 */
export function parseBinding(value: unknown, where: string): Binding {
  const text = typeof value === "string" ? REFERENCE.exec(value)?.[1]?.trim() : undefined;
  if (text === undefined) return { kind: "literal", value, where };
  const [, input] = /^(?:inputs|flow)\.(.+)$/s.exec(text) ?? [];
  if (input !== undefined)
    return { kind: "input", name: input, text: `\${inputs.${input}}`, where };
  return parseNodeReference(text, where);
}

/** Whether a literal looks like a text that should be filled, which flow files do not do. */
export function looksInterpolated(value: unknown): boolean {
  return typeof value === "string" && !REFERENCE.test(value) && /\$\{[^{}]+\}/.test(value);
}

function parseNodeReference(reference: string, where: string): Binding {
  const text = `\${${reference}}`;
  const [, node, property = "output", rest = ""] = NODE.exec(reference) ?? [];
  const path = node === undefined ? undefined : parsePath(rest);
  if (node === undefined || path === undefined) {
    throw new ConfigError(`"${text}" cannot be read`, {
      where,
      fix: `write \${inputs.NAME}, \${NODE.output} or a part of it: \${NODE.output.key[0]['other key']}`,
    });
  }
  if (property !== "output") {
    throw new ConfigError(
      `"${text}" asks for the "${property}" of a node, which has only an output`,
      {
        where,
        fix: `write "\${${node}.output}", or "\${${node}.output.${property}}" for a part of it`,
      },
    );
  }
  return { kind: "node", node, path, text, where };
}

/** Keys and indices; undefined when there is something else between them. */
function parsePath(text: string): (string | number)[] | undefined {
  const path: (string | number)[] = [];
  const part = new RegExp(PART);
  let end = 0;
  for (let found = part.exec(text); found; found = part.exec(text)) {
    const [, name, key, index] = found;
    path.push(index === undefined ? (name ?? key ?? "") : Number(index));
    end = part.lastIndex;
  }
  return end === text.length ? path : undefined;
}

import { join } from "node:path";
import { expect, test } from "vitest";
import { ConfigError } from "../../../src/core/errors.ts";
import { evalContext } from "../../helpers/eval-context.ts";
import { flowOf } from "../flow-run.ts";

test("a metric that there is none of is told with its node and line, and what is meant", async () => {
  const registry = {
    ...evalContext().registry,
    metric: async () => {
      throw new ConfigError('there is no metric "rogue" in the registry', {
        where: "/registry",
        fix: 'did you mean "rouge"?',
      });
    },
  };
  const nodes = `inputs: {x: {type: string}}
nodes:
  - name: overlap
    type: metric
    metric: rogue
`;

  const refused = flowOf({ "flow.dag.yaml": nodes }, { registry });

  await expect(refused).rejects.toMatchObject({
    message: 'the node "overlap" has no metric: there is no metric "rogue" in the registry',
    where: expect.stringContaining(`${join("/", "flow.dag.yaml")}:3; /registry`),
    fix: 'did you mean "rouge"?',
  });
});

/** Which resolvers a round needs at all: those behind the parameters, up to the values that are known already. */
import type { Plan, PlanEdge, PlanNode } from './plan.js';

/** How a resolver is needed. */
export interface Want {
  /** The name of the parameter for which a refusal ends the call; `undefined` where all take the outcome. */
  readonly endsAs: string | undefined;
}

/**
 * @param isKnown whether a resolver's value was kept from an earlier round: nothing before it has to run for it.
 * @returns by the index of the node; `undefined` for those that nobody needs.
 */
export function findWanted({ nodes, parameters }: Plan, isKnown: (node: PlanNode) => boolean): (Want | undefined)[] {
  const wanted: (Want | undefined)[] = nodes.map(() => undefined);
  const want = ({ name, node, asOutcome }: PlanEdge): void => {
    wanted[node.index] = { endsAs: wanted[node.index]?.endsAs ?? (asOutcome ? undefined : name) };
  };
  parameters.forEach(want);
  // Those that need others come after them.
  for (let index = nodes.length - 1; index >= 0; index--) {
    const node = nodes[index] as PlanNode;
    if (wanted[index] && !isKnown(node)) node.needs.forEach(want);
  }
  return wanted;
}

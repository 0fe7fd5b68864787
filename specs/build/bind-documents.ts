import { bindRules } from '../binding/bind-rules.ts';
import type { RulePlace } from '../lint/places.ts';
import type { Rule } from '../lint/read-rules.ts';
import type { Bundle } from './bundle.ts';

/** The documents with `x-rules` on each operation and message, and the rules with the names of what they bind and the node that states them. */
export interface BoundContract {
  readonly documents: readonly Bundle[];
  readonly rules: readonly (Rule & { readonly operations: readonly string[]; readonly statedBy?: string })[];
}

/** Shows what every rule binds from both sides. */
export function bindDocuments(rules: readonly Rule[], documents: readonly Bundle[], places: readonly RulePlace[]): BoundContract {
  const bound = structuredClone(documents);
  const { subjects, rulesOf, boundBy } = bindRules(rules, bound);
  for (const { name, node } of subjects) Object.assign(node, { 'x-rules': rulesOf.get(name) });
  const statedBy = new Map(places.map(({ rule, node }) => [rule, { statedBy: node }]));
  return { documents: bound, rules: rules.map((rule) => ({ ...rule, operations: boundBy.get(rule.id) ?? [], ...statedBy.get(rule.id) })) };
}

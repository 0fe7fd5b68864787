import { bindRules } from '../binding/bind-rules.ts';
import type { RulePlace } from '../lint/places.ts';
import type { Rule } from '../lint/read-rules.ts';
import type { Bundle } from './bundle.ts';

/** The documents with `x-rules` on each operation and message, and the rules with the names of what they bind and the node that states them. */
export interface BoundContract<Name extends string> {
  readonly documents: Readonly<Record<Name, Bundle>>;
  readonly rules: readonly BoundRule[];
}

export type BoundRule = Rule & { readonly operations: readonly string[]; readonly statedBy?: string };

/** Shows what every rule binds from both sides, and what states it. */
export function bindDocuments<Name extends string>(
  rules: readonly Rule[],
  documents: Readonly<Record<Name, Bundle>>,
  places: readonly RulePlace[],
): BoundContract<Name> {
  const bound = structuredClone(documents);
  const { subjects, rulesOf, boundBy } = bindRules(rules, Object.values<Bundle>(bound));
  for (const { name, node } of subjects) Object.assign(node, { 'x-rules': rulesOf.get(name) });
  const statedBy = new Map(places.map(({ rule, node }) => [rule, { statedBy: node }]));
  return { documents: bound, rules: rules.map((rule) => ({ ...rule, operations: boundBy.get(rule.id) ?? [], ...statedBy.get(rule.id) })) };
}

import { bindRules } from '../binding/bind-rules.ts';
import type { Rule } from '../lint/read-rules.ts';
import type { Bundle } from './bundle.ts';

/** The documents with `x-rules` on each operation and message, and the rules with the names of what they bind. */
export interface BoundContract {
  readonly documents: readonly Bundle[];
  readonly rules: readonly (Rule & { readonly operations: readonly string[] })[];
}

/** Shows what every rule binds from both sides. */
export function bindDocuments(rules: readonly Rule[], documents: readonly Bundle[]): BoundContract {
  const bound = structuredClone(documents);
  const { subjects, rulesOf, boundBy } = bindRules(rules, bound);
  for (const { name, node } of subjects) Object.assign(node, { 'x-rules': rulesOf.get(name) });
  return { documents: bound, rules: rules.map((rule) => ({ ...rule, operations: boundBy.get(rule.id) ?? [] })) };
}

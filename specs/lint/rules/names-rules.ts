import type { Contract } from '../contract.ts';
import { report, stringsOf, type Visit, visit } from '../visitor.ts';

/** Every operation and message names the rules that bind it, and rules.yaml says the same from its side. */
export function namesRules({ rules }: Contract): { Operation: Visit; Message: Visit } {
  const compare = (nameOf: string): Visit =>
    visit((node, context) => {
      const name = node[nameOf];
      // An AsyncAPI operation only sends; the rules bind its messages.
      if (typeof name !== 'string') return;
      const named = new Set(stringsOf(node['x-rules']));
      if (named.size === 0) report(context, `${name} names no rule. Add x-rules with the ids of rules.yaml that bind it.`);
      for (const id of named) {
        const rule = rules.get(id);
        if (!rule) report(context, `${name} names ${id}, which rules.yaml does not have. Correct the id.`, 'x-rules');
        else if (!rule.operations.includes(name)) {
          report(context, `${name} names ${id}, whose operations in rules.yaml lack ${name}. Make both say the same.`, 'x-rules');
        }
      }
      for (const rule of rules.values()) {
        if (!rule.operations.includes(name) || named.has(rule.id)) continue;
        report(context, `rules.yaml binds ${name} by ${rule.id}, which its x-rules lacks. Make both say the same.`, 'x-rules');
      }
    });
  return { Operation: compare('operationId'), Message: compare('name') };
}

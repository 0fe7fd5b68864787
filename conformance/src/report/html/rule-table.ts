import type { RuleResult } from '../../model/rule-result.ts';
import { type Family, families } from './family.ts';
import { type Markup, markup, prose } from './markup.ts';
import { shown } from './outcome.ts';

/** Every rule with its clause, and the reason if it was not judged. */
export function ruleTable(rules: readonly RuleResult[]): Markup {
  return markup`<section aria-labelledby="rules"><h2 id="rules">All rules</h2>
${families(rules).map(table)}</section>`;
}

function table({ title, rules }: Family): Markup {
  return markup`<table><caption>${title}</caption>
<thead><tr><th scope="col">Rule</th><th scope="col">Outcome</th><th scope="col">What it says</th><th scope="col" class="cost">Cost</th></tr></thead>
<tbody>${rules.map(row)}</tbody></table>
`;
}

function row(rule: RuleResult): Markup {
  const { name, sign, word } = shown(rule);
  const failed = rule.outcome === 'fail';
  const id = failed ? markup`<a href="#${rule.id}">${rule.id}</a>` : rule.id;
  const cost = rule.requests === 0 ? '' : `${rule.requests} requests, ${(rule.durationMs / 1000).toFixed(1)} s`;
  return markup`<tr${!failed && markup` id="${rule.id}"`}><th scope="row">${id}</th>
<td><span class="tag ${name}">${sign} ${word}</span></td>
<td>${prose(rule.statement)}<small>${rule.clause}; ${rule.level}${rule.reason !== null && markup`<br><em>${rule.reason}</em>`}${rule.outcome === 'pass' && rule.known && markup`<br><em>The baseline says that it fails: ${rule.known}</em>`}</small></td>
<td class="cost">${cost}</td></tr>
`;
}

import type { RuleResult } from '../../model/rule-result.ts';
import { type Family, families } from './family.ts';
import { type Markup, markup } from './markup.ts';
import { shown } from './outcome.ts';

/** One cell for each rule, one row for each family. A cell links to the details of its rule. */
export function matrix(rules: readonly RuleResult[]): Markup {
  return markup`<section aria-labelledby="matrix"><h2 id="matrix">Rules at a glance</h2>
<div class="matrix">${families(rules).map(row)}</div>
</section>`;
}

function row({ title, rules }: Family): Markup {
  return markup`<div class="family"><h3>${title}</h3><ul>${rules.map(cell)}</ul></div>
`;
}

function cell(rule: RuleResult): Markup {
  const { name, sign, word } = shown(rule);
  const what = `${rule.id}: ${word}. ${rule.statement}`;
  return markup`<li><a class="${name}" href="#${rule.id}" title="${what}" aria-label="${what}"><span>${sign}</span> ${rule.id}</a></li>`;
}

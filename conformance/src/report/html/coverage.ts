import type { RuleResult } from '../../model/rule-result.ts';
import { pairsOf } from '../exercised-pairs.ts';
import { type Markup, markup } from './markup.ts';

/** A table with a row for each rule, a column for each operation and event type, and in each cell how often it was exercised. */
export function coverage(rules: readonly RuleResult[]): Markup {
  const pairs = pairsOf(rules);
  if (pairs.length === 0) return markup``;
  const columns = [...new Set(pairs.map(({ name }) => name))];
  const judged = [...Map.groupBy(pairs, ({ rule }) => rule)];
  return markup`<section aria-labelledby="coverage"><h2 id="coverage">What was exercised</h2>
<p>How many requests to each operation, and how many deliveries of each event type, each rule was judged by. An empty cell means that the rule does not bind that operation or event type.</p>
<div class="coverage" tabindex="0" role="region" aria-labelledby="coverage"><table>
<thead><tr><th scope="col">Rule</th>${columns.map((name) => markup`<th scope="col"><span>${name}</span></th>`)}</tr></thead>
<tbody>${judged.map(([rule, ofRule]) => row(rule, new Map(ofRule.map(({ name, times }) => [name, times])), columns))}</tbody></table></div>
</section>`;
}

function row(rule: string, times: ReadonlyMap<string, number>, columns: readonly string[]): Markup {
  return markup`<tr><th scope="row"><a href="#${rule}">${rule}</a></th>${columns.map((name) => cell(times.get(name)))}</tr>
`;
}

function cell(times: number | undefined): Markup {
  if (times === undefined) return markup`<td></td>`;
  return markup`<td class="${times === 0 ? 'never' : 'exercised'}">${String(times)}</td>`;
}

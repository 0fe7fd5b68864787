import type { RuleFailure, RuleResult } from '../../run/result.ts';
import { curlScript } from '../curl.ts';
import { type Markup, markup, prose } from './markup.ts';
import { shown } from './outcome.ts';
import { sequence } from './sequence.ts';

/** Failures, the ones that were not known first. */
export function failures(rules: readonly RuleResult[]): Markup {
  const failed = rules.filter(({ outcome }) => outcome === 'fail');
  if (failed.length === 0) return markup``;
  const ordered = failed.toSorted((left, right) => Number(left.known !== undefined) - Number(right.known !== undefined));
  return markup`<section aria-labelledby="failures"><h2 id="failures">Failures</h2>
${ordered.map((rule) => rule.failure && failure(rule, rule.failure))}</section>`;
}

function failure(rule: RuleResult, { message, expected, actual, counterexample, seed, exchanges }: RuleFailure): Markup {
  const { name, sign, word } = shown(rule);
  const facts: readonly (readonly [string, string])[] = [
    ['Clause', rule.clause],
    ...(rule.known === undefined ? [] : ([['Known', rule.known]] as const)),
    ['Problem', message],
    ['Expected', expected],
    ['Actual', actual],
    ...(counterexample === null ? [] : ([['Smallest case', counterexample]] as const)),
    ['Again', `business-cloud-conformance service --rule ${rule.id} --seed ${seed}`],
  ];
  return markup`<article id="${rule.id}" class="${name}" aria-labelledby="${rule.id}-title">
<h3 id="${rule.id}-title"><span class="tag ${name}">${sign} ${rule.id}</span> ${prose(rule.statement)}</h3>
<p class="state">${word}; ${rule.level}; ${rule.runs} ${rule.runs === 1 ? 'case' : 'cases'}, ${rule.requests} requests</p>
<dl>${facts.map(([title, value]) => markup`<div class="${title.toLowerCase().replace(' ', '-')}"><dt>${title}</dt><dd>${value}</dd></div>`)}</dl>
${sequence(exchanges)}
${exchanges.length > 0 && markup`<details class="script"><summary>Send it again by hand: a curl script</summary><pre tabindex="0" aria-label="curl script">${curlScript(exchanges)}</pre></details>`}
</article>
`;
}

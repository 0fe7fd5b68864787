import { causesFirst } from '../../model/causes.ts';
import type { ConformanceResult } from '../../model/result.ts';
import type { RuleFailure, RuleResult } from '../../model/rule-result.ts';
import { failureFacts, type Run } from '../failure-facts.ts';
import { failureScript } from '../scripts/failure-script.ts';
import { type Markup, markup, prose } from './markup.ts';
import { shown } from './outcome.ts';
import { sequence } from './sequence.ts';

/** All failures, those that the baseline does not know first. */
export function failures(run: ConformanceResult): Markup {
  const failed = run.rules.filter(({ outcome }) => outcome === 'fail');
  if (failed.length === 0) return markup``;
  const ordered = causesFirst(failed).toSorted((left, right) => Number(left.known !== undefined) - Number(right.known !== undefined));
  return markup`<section aria-labelledby="failures"><h2 id="failures">Failures</h2>
${ordered.map((rule) => rule.failure && failure(rule, rule.failure, run))}</section>`;
}

function failure(rule: RuleResult, failed: RuleFailure, run: Run): Markup {
  const { name, sign, word } = shown(rule);
  const { exchanges } = failed;
  return markup`<article id="${rule.id}" class="${name}" aria-labelledby="${rule.id}-title">
<h3 id="${rule.id}-title"><span class="tag ${name}">${sign} ${rule.id}</span> ${prose(rule.statement)}</h3>
<p class="state">${word}; ${rule.level}; ${rule.runs} ${rule.runs === 1 ? 'case' : 'cases'}, ${rule.requests} requests</p>
<dl>${failureFacts(rule, failed, run).map(([title, value]) => markup`<div class="${title.toLowerCase().replaceAll(' ', '-')}"><dt>${title}</dt><dd>${title === 'Difference' ? difference(value) : value}</dd></div>`)}</dl>
${sequence(failed, run.target)}
${exchanges.length > 0 && markup`<details class="script"><summary>${run.target.role === 'client' ? 'Try it again with a shell script' : 'Send it again with a curl script'}</summary><pre tabindex="0" aria-label="curl script">${failureScript(rule, failed, run.target)}</pre></details>`}
</article>
`;
}

/** Expected and actual lines. The signs tell them apart, and the colours only repeat that. */
function difference(lines: string): Markup {
  const line = (text: string): Markup => {
    const kind = text.startsWith('-') ? 'minus' : text.startsWith('+') ? 'plus' : 'same';
    return markup`<span class="${kind}">${text}</span>\n`;
  };
  return markup`<pre tabindex="0" aria-label="difference: minus is expected, plus is actual">${lines.split('\n').map(line)}</pre>`;
}

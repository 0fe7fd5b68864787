import { causesFirst } from '../../model/causes.ts';
import type { ShownDelivery, ShownExchange } from '../../model/evidence.ts';
import type { ConformanceResult, JudgedTarget, RuleFailure, RuleResult } from '../../model/result.ts';
import { failureFacts, type Run } from '../facts.ts';
import { answerHeaderLines, ownHeaders, type Step, shownBody, stepsOf } from '../failure-steps.ts';
import { Markup, markup, prose } from '../markup.ts';
import { shown } from '../outcomes.ts';
import { failureScript } from '../scripts/failure-script.ts';

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

const openAttribute = new Markup(' open');

/** The steps of a failure as a sequence between the suite and the target. The last step that matters is open. */
function sequence(failure: RuleFailure, { role }: JudgedTarget): Markup {
  const steps = stepsOf(failure);
  if (steps.length === 0) return markup``;
  const last = steps.findLast((step) => 'delivery' in step || step.exchange.pinned);
  return markup`<h4>What was sent, and what came back</h4>
<div class="sequence"><p class="ends" aria-hidden="true">${role === 'client' ? markup`<span>client</span><span>suite</span>` : markup`<span>suite</span><span>${role}</span>`}</p>
<ol>${steps.map((one) => stepOf(one, one === last))}</ol></div>`;
}

function stepOf(step: Step, open: boolean): Markup {
  const { number, why } = step;
  const pinned = 'delivery' in step || step.exchange.pinned;
  const together = 'exchange' in step && step.exchange.together !== undefined;
  return markup`<li class="${pinned ? 'pinned' : 'before'}${together && ' together'}"><details${open && openAttribute}><summary>
<span class="why"><b>${number}</b> ${why}</span>
${'delivery' in step ? delivery(step.delivery) : exchange(step.exchange)}
</details></li>
`;
}

function exchange({ call, answer, lost, durationMs }: ShownExchange): Markup {
  const state = answer === undefined ? 'lost' : answer.status >= 400 ? 'refused' : 'taken';
  const came = answer === undefined ? `no answer (${lost})` : String(answer.status);
  return markup`<span class="arrow request"><b>${call.method}</b> <span class="path">${pathOf(call.url)}</span></span>
<span class="arrow answer ${state}"><b>${came}</b> <small>${durationMs} ms</small></span>
</summary>
<div class="messages"><pre tabindex="0" aria-label="request">${message(`${call.method} ${call.url}`, call.headers, call.body)}</pre>
<pre tabindex="0" aria-label="answer">${answer === undefined ? came : message(came, answerHeaderLines(answer), answer.body)}</pre></div>`;
}

function delivery({ method, url, headers, body, answered, remoteAddress }: ShownDelivery): Markup {
  return markup`<span class="arrow delivered"><b>${method}</b> <span class="path">${pathOf(url)}</span></span>
<span class="arrow confirmed"><b>${answered}</b></span>
</summary>
<div class="messages"><pre tabindex="0" aria-label="delivery">${message(`${method} ${url}`, ownHeaders(headers), body)}</pre>
<pre tabindex="0" aria-label="how it was answered">${`from ${remoteAddress}\nanswered ${answered}`}</pre></div>`;
}

function pathOf(url: string): string {
  return url.replace(/^[a-z]+:\/\/[^/?#]*/i, '') || '/';
}

function message(head: string, headers: readonly (string | readonly [string, string])[], body: string | undefined): Markup {
  const lines = headers.map((one) => (typeof one === 'string' ? one : one.join(': ')));
  return markup`<b>${head}</b>${lines.length > 0 ? `\n${lines.join('\n')}` : ''}${body ? `\n\n${shownBody(body)}` : ''}`;
}

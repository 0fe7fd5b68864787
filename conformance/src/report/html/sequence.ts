import type { ShownDelivery, ShownExchange } from '../../model/evidence.ts';
import type { JudgedTarget } from '../../model/result.ts';
import type { RuleFailure } from '../../model/rule-result.ts';
import { type Step, stepsOf } from '../failure-steps.ts';
import { answerHeaderLines, ownHeaders, shownBody } from '../wire-text.ts';
import { Markup, markup } from './markup.ts';

const openAttribute = new Markup(' open');

/** The steps of a failure as a sequence between the suite and the target. The last step that matters is open. */
export function sequence(failure: RuleFailure, { role }: JudgedTarget): Markup {
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

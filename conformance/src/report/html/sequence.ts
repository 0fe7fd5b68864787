import type { Exchange } from '../../model/exchange.ts';
import { answerHeaderLines, shownBody } from '../wire-text.ts';
import { Markup, markup } from './markup.ts';

const openAttribute = new Markup(' open');

/** The exchanges of a failure as a sequence between the suite and the service, the last open: it is the one that was judged. */
export function sequence(exchanges: readonly Exchange[]): Markup {
  if (exchanges.length === 0) return markup``;
  return markup`<h4>What was sent, and what came back</h4>
<div class="sequence"><p class="ends" aria-hidden="true"><span>suite</span><span>service</span></p>
<ol>${exchanges.map((exchange, index) => step(exchange, index === exchanges.length - 1))}</ol></div>`;
}

function step({ call, answer, lost, durationMs }: Exchange, open: boolean): Markup {
  const state = answer === undefined ? 'lost' : answer.status >= 400 ? 'refused' : 'taken';
  const came = answer === undefined ? `no answer (${lost})` : String(answer.status);
  return markup`<li><details${open && openAttribute}><summary>
<span class="arrow request"><b>${call.method}</b> <span class="path">${call.url.replace(/^[a-z]+:\/\/[^/?#]*/i, '') || '/'}</span></span>
<span class="arrow answer ${state}"><b>${came}</b> <small>${durationMs} ms</small></span>
</summary>
<div class="messages"><pre tabindex="0" aria-label="request">${message(
    `${call.method} ${call.url}`,
    call.headers.map(([name, value]) => `${name}: ${value}`),
    call.body,
  )}</pre>
<pre tabindex="0" aria-label="answer">${answer === undefined ? came : message(came, answerHeaderLines(answer), answer.body)}</pre></div>
</details></li>
`;
}

function message(head: string, headers: readonly string[], body: string | undefined): Markup {
  return markup`<b>${head}</b>${headers.length > 0 ? `\n${headers.join('\n')}` : ''}${body ? `\n\n${shownBody(body)}` : ''}`;
}

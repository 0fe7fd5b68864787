import type { ShownDelivery } from '../model/evidence.ts';
import type { Answer, Exchange } from '../model/exchange.ts';

/** Reports for people cut longer bodies. The JSON report has them whole. */
const LONGEST_BODY = 600;

/** An exchange as lines of text, the request with `→`, the answer with `←`. */
export function exchangeLines({ call, answer, lost }: Exchange): readonly string[] {
  const request = [
    `→ ${call.method} ${call.url}`,
    ...call.headers.map(([name, value]) => `  ${name}: ${shownBody(value)}`),
    ...bodyLines(call.body),
  ];
  if (answer === undefined) return [...request, `← no answer (${lost})`];
  return [...request, `← ${answer.status}`, ...answerHeaderLines(answer).map((line) => `  ${line}`), ...bodyLines(answer.body)];
}

/** A delivery as lines of text, the target's request with `⇐`, the suite's answer with `⇒`. */
export function deliveryLines({ method, url, headers, body, answered }: ShownDelivery): readonly string[] {
  return [
    `⇐ ${method} ${shownBody(url)}`,
    ...ownHeaders(headers).map(([name, value]) => `  ${name}: ${shownBody(value)}`),
    ...bodyLines(body),
    `⇒ answered ${answered}`,
  ];
}

/** Headers without those of the transport. */
export function ownHeaders(headers: ShownDelivery['headers']): ShownDelivery['headers'] {
  return headers.filter(([name]) => !transport.has(name.toLowerCase()));
}

/** The title of a delivery: its webhook, and which attempt it was. */
export function deliveryTitle({ attempt, webhook }: ShownDelivery): string {
  return `delivery${webhook === null ? '' : ` to webhook ${webhook}`}${attempt === null ? '' : `, attempt ${attempt}`}`;
}

/** Headers of the transport, which say nothing about the service. */
const transport = new Set([
  'date',
  'connection',
  'keep-alive',
  'transfer-encoding',
  'content-length',
  'host',
  'user-agent',
  'accept',
  'accept-encoding',
]);

/** The headers of an answer without those of the transport, one on each line. */
export function answerHeaderLines({ rawHeaders }: Answer): readonly string[] {
  return rawHeaders.flatMap((name, index) =>
    index % 2 === 0 && !transport.has(name.toLowerCase()) ? [`${name}: ${shownBody(rawHeaders[index + 1] ?? '')}`] : [],
  );
}

/** A body cut to a readable length. */
export function shownBody(body: string): string {
  return body.length > LONGEST_BODY ? `${body.slice(0, LONGEST_BODY)}… (${body.length} characters)` : body;
}

function bodyLines(body: string | undefined): readonly string[] {
  return body === undefined || body === '' ? [] : [`  ${shownBody(body)}`];
}

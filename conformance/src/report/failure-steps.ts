import { headerPairs } from '../http/answer.ts';
import type { ShownDelivery, ShownExchange } from '../model/evidence.ts';
import type { Answer, Exchange } from '../model/exchange.ts';
import type { RuleFailure } from '../model/result.ts';

/** One step of a failure: a call of the suite, or a delivery of the target. */
export type Step = Numbered & ({ readonly exchange: ShownExchange } | { readonly delivery: ShownDelivery });

interface Numbered {
  /** Its place among the steps, counted from 1. */
  readonly number: number;
  /** Why it is shown, and which calls were in flight with it. */
  readonly why: string;
}

/** The steps of a failure, in the order in which they happened. */
export function stepsOf({ exchanges, deliveries }: RuleFailure): readonly Step[] {
  const steps: (ShownExchange | ShownDelivery)[] = [...exchanges];
  for (const delivery of deliveries) {
    const at = steps.findIndex((step) => timeOf(step) > delivery.arrivedAt);
    steps.splice(at < 0 ? steps.length : at, 0, delivery);
  }
  return steps.map((step, index) => {
    const number = index + 1;
    if (!('call' in step)) return { number, why: `${deliveryTitle(step)}: ${step.why}`, delivery: step };
    return { number, why: [step.why, ...marksOf(step, steps)].join('; '), exchange: step };
  });
}

/** The steps without which the failure cannot be understood. */
export function pinnedSteps(failure: RuleFailure): readonly Step[] {
  return stepsOf(failure).filter((step) => 'delivery' in step || step.exchange.pinned);
}

/** A step as lines of text. */
export function stepLines(step: Step): readonly string[] {
  const lines = 'delivery' in step ? deliveryLines(step.delivery) : exchangeLines(step.exchange);
  return [`${step.number}. ${step.why}`, ...lines.map((line) => `  ${line}`)];
}

function timeOf(step: ShownExchange | ShownDelivery): number {
  return 'call' in step ? step.startedAt : step.arrivedAt;
}

/** Marks of an exchange that ran beside others, or that the suite cut short. */
function marksOf({ together, onPurpose }: ShownExchange, steps: readonly (ShownExchange | ShownDelivery)[]): readonly string[] {
  const others = steps.flatMap((step, index) => ('call' in step && step.together === together ? [index + 1] : []));
  return [
    ...(together === undefined ? [] : [`in flight together: ${others.join(', ')}`]),
    ...(onPurpose ? ['the suite closed the connection before the answer'] : []),
  ];
}

/** Reports for people cut longer bodies. The JSON report has them whole. */
const LONGEST_BODY = 600;

/** An exchange as lines of text, the request with `→`, the answer with `←`. */
function exchangeLines({ call, answer, lost }: Exchange): readonly string[] {
  const request = [
    `→ ${call.method} ${call.url}`,
    ...call.headers.map(([name, value]) => `  ${name}: ${shownBody(value)}`),
    ...bodyLines(call.body),
  ];
  if (answer === undefined) return [...request, `← no answer (${lost})`];
  return [...request, `← ${answer.status}`, ...answerHeaderLines(answer).map((line) => `  ${line}`), ...bodyLines(answer.body)];
}

/** A delivery as lines of text, the target's request with `⇐`, the suite's answer with `⇒`. */
function deliveryLines({ method, url, headers, body, answered }: ShownDelivery): readonly string[] {
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
function deliveryTitle({ attempt, webhook }: ShownDelivery): string {
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
  return ownHeaders(headerPairs(rawHeaders)).map(([name, value]) => `${name}: ${shownBody(value)}`);
}

/** A body cut to a readable length. */
export function shownBody(body: string): string {
  return body.length > LONGEST_BODY ? `${body.slice(0, LONGEST_BODY)}… (${body.length} characters)` : body;
}

function bodyLines(body: string | undefined): readonly string[] {
  return body === undefined || body === '' ? [] : [`  ${shownBody(body)}`];
}

import type { OperationId } from '../../src/generated/operations.ts';
import type { Fault, FaultContext, NewFault, Request } from '../mutant.ts';
import { type Answer, bodyOf, entriesOf, isSuccess, refusal, withBody } from '../peer/message.ts';

export type Webhook = Record<string, unknown>;

type Forward = Parameters<Fault>[1];

/** A fault that changes the webhooks in the answers of some operations. */
export function shown(operations: readonly OperationId[], change: (webhook: Webhook) => Webhook): NewFault {
  return () => async (request, forward) => {
    const answer = await forward(request);
    return operations.some((operation) => operation === request.operation) ? changed(answer, change) : answer;
  };
}

/** The answer with every webhook in it changed. */
export function changed(answer: Answer, change: (webhook: Webhook) => Webhook): Answer {
  if (!isSuccess(answer) || answer.body === '') return answer;
  return answer.body.startsWith('[') ? withBody(answer, entriesOf(answer).map(change)) : withBody(answer, change(bodyOf(answer)));
}

/** A fault that changes the request bodies of some operations. */
export function asked(operations: readonly OperationId[], change: (body: Webhook) => Webhook): NewFault {
  return () => async (request, forward) => {
    const body = bodyOf(request);
    // Other bodies than non-empty objects are forwarded unchanged.
    const isChanged = operations.some((operation) => operation === request.operation) && Object.keys(body).length > 0;
    return await forward(isChanged ? withBody(request, change(body)) : request);
  };
}

/** A fault that replaces the requested event types. It leaves values alone that are not a list of strings. */
export function askedEvents(operation: OperationId, other: (types: readonly string[]) => readonly string[]): NewFault {
  return asked([operation], (body) => (isTexts(body.Events) ? { ...body, Events: other(body.Events) } : body));
}

export function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

/** A fault that refuses some requests. */
export function refused(operation: OperationId, wrong: (body: Webhook) => boolean): NewFault {
  return () => async (request, forward) =>
    request.operation === operation && wrong(bodyOf(request)) ? refusal(400) : await forward(request);
}

/** A fault that remembers something about each webhook, by id. */
export function remembering(
  handle: (kept: Map<string, Webhook>, request: Request, forward: Forward, context: FaultContext) => Promise<Answer>,
): NewFault {
  return (context) => {
    const kept = new Map<string, Webhook>();
    return async (request, forward) => await handle(kept, request, forward, context);
  };
}

export function idOf(request: Request): string {
  return request.path.split('/').at(-1) ?? '';
}

/** Notes that a fault in requests leaves for a fault in deliveries, mostly by the secrets of webhooks. */
const marks = new WeakMap<FaultContext, Map<string, string>>();

export function marksOf(context: FaultContext): Map<string, string> {
  const known = marks.get(context) ?? new Map<string, string>();
  marks.set(context, known);
  return known;
}

/** Changes nothing, but marks the secrets of webhooks for all companies for a delivery fault. */
export const wideWebhooksMarked: NewFault = (context) => async (request, forward) => {
  const answer = await forward(request);
  if (request.operation === 'createWebhook' && isSuccess(answer) && bodyOf(request).AziendaId === null)
    marksOf(context).set(String(bodyOf(answer).secret), 'of all companies');
  return answer;
};

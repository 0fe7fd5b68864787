import type { OperationId } from '../../src/generated/operations.ts';
import type { Fault, FaultContext, Mutant, Request } from '../mutant.ts';
import { type Answer, bodyOf, entriesOf, isSuccess, refusal, withBody } from '../peer/message.ts';

export type Webhook = Record<string, unknown>;

type Forward = Parameters<Fault>[1];

/** A fault that changes every webhook that some operations show. */
export function shown(operations: readonly OperationId[], change: (webhook: Webhook) => Webhook): Mutant['fault'] {
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

/** A fault that changes what some operations are asked. */
export function asked(operations: readonly OperationId[], change: (body: Webhook) => Webhook): Mutant['fault'] {
  return () => async (request, forward) => {
    const body = bodyOf(request);
    // What is no object, or an empty one, is passed on as it is.
    const isChanged = operations.some((operation) => operation === request.operation) && Object.keys(body).length > 0;
    return await forward(isChanged ? withBody(request, change(body)) : request);
  };
}

/** A fault that takes other event types for those that are asked for; what is no list of texts it leaves alone. */
export function askedEvents(operation: OperationId, other: (types: readonly string[]) => readonly string[]): Mutant['fault'] {
  return asked([operation], (body) => (isTexts(body.Events) ? { ...body, Events: other(body.Events) } : body));
}

export function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

/** A fault that refuses what some operations are asked. */
export function refused(operation: OperationId, wrong: (body: Webhook) => boolean): Mutant['fault'] {
  return () => async (request, forward) =>
    request.operation === operation && wrong(bodyOf(request)) ? refusal(400) : await forward(request);
}

/** A fault that remembers something of each webhook, by id, from the requests that changed it. */
export function remembering(
  handle: (kept: Map<string, Webhook>, request: Request, forward: Forward, context: FaultContext) => Promise<Answer>,
): Mutant['fault'] {
  return (context) => {
    const kept = new Map<string, Webhook>();
    return async (request, forward) => await handle(kept, request, forward, context);
  };
}

export function idOf(request: Request): string {
  return request.path.split('/').at(-1) ?? '';
}

/** What a fault of requests tells a fault of deliveries about, by the webhooks' secrets. */
const marks = new WeakMap<FaultContext, Map<string, string>>();

export function marksOf(context: FaultContext): Map<string, string> {
  const known = marks.get(context) ?? new Map<string, string>();
  marks.set(context, known);
  return known;
}

/** Changes nothing, and marks the secrets of webhooks for all companies, for a delivery fault to know them. */
export const wideWebhooksMarked: Mutant['fault'] = (context) => async (request, forward) => {
  const answer = await forward(request);
  if (request.operation === 'createWebhook' && isSuccess(answer) && bodyOf(request).AziendaId === null)
    marksOf(context).set(String(bodyOf(answer).secret), 'of all companies');
  return answer;
};

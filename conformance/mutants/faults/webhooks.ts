import type { OperationId } from '../../src/generated/operations.ts';
import type { Fault, FaultContext, NewFault, Request } from '../mutant.ts';
import { type Answer, bodyOf } from '../peer/message.ts';
import { answersOf, asked, shown } from './exchanges.ts';

export type Webhook = Record<string, unknown>;

type Forward = Parameters<Fault>[1];

/** A fault that replaces the requested event types. It leaves values alone that are not a list of strings. */
export function askedEvents(operation: OperationId, other: (types: readonly string[]) => readonly string[]): NewFault {
  return asked([operation], (body) => (isTexts(body.Events) ? { ...body, Events: other(body.Events) } : body));
}

export function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
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

/** Changes nothing, but marks the secrets of some new webhooks for a delivery fault. */
export function webhooksMarked(isMeant: (webhook: Webhook) => boolean): NewFault {
  return answersOf('createWebhook', (answer, _request, context) => {
    if (isMeant(bodyOf(answer))) marksOf(context).set(String(bodyOf(answer).secret), 'marked');
    return answer;
  });
}

/** Marks webhooks for all companies. */
export const wideWebhooksMarked: NewFault = webhooksMarked(({ aziendaId }) => aziendaId === null);

/** A fault in how all operations show webhooks for all companies. */
export function shownForAllCompanies(change: (webhook: Webhook) => Webhook): NewFault {
  const operations = ['createWebhook', 'getWebhook', 'listWebhook', 'updateWebhook'] as const;
  return shown(operations, (webhook) => (webhook.aziendaId === null ? change(webhook) : webhook));
}

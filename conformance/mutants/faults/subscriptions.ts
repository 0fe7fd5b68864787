import type { FaultContext, NewFault } from '../mutant.ts';
import { bodyOf, isSuccess, withBody } from '../peer/message.ts';
import { changed } from './exchanges.ts';
import { idOf, isTexts, remembering, type Webhook } from './webhooks.ts';

/** A service that creates webhooks with another value of a member, but shows the requested value. */
export function createdWith(member: 'Events' | 'AziendaId', other: (asked: unknown, context: FaultContext) => unknown): NewFault {
  return remembering(async (shown, request, forward, context) => {
    const asked = bodyOf(request)[member];
    // Invalid bodies are left to the service.
    const creates = request.operation === 'createWebhook' && member in bodyOf(request);
    const answer = await forward(creates ? withBody(request, { ...bodyOf(request), [member]: other(asked, context) }) : request);
    if (isSuccess(answer) && creates) shown.set(String(bodyOf(answer).id), { [camelCase(member)]: asked });
    if (isSuccess(answer) && request.operation === 'updateWebhook') shown.delete(idOf(request));
    return /Webhook$/.test(request.operation ?? '')
      ? changed(answer, (webhook) => ({ ...webhook, ...shown.get(String(webhook.id)) }))
      : answer;
  });
}

export function camelCase(member: string): string {
  return `${member.charAt(0).toLowerCase()}${member.slice(1)}`;
}

/** A service that keeps using the value from a webhook's creation after a PUT, although it shows the new value. */
export function memberKept(
  member: 'Url' | 'Events' | 'AziendaId',
  isKept: (asked: unknown, before: unknown) => boolean = () => true,
): NewFault {
  return () => {
    const created = new Map<string, unknown>();
    const shown = new Map<string, unknown>();
    const showing = (webhook: Webhook, value: unknown): Webhook =>
      value === undefined ? webhook : { ...webhook, [camelCase(member)]: value };
    return async (request, forward) => {
      const asked = bodyOf(request)[member];
      const id = idOf(request);
      // A Url that is not https is left to the service, which refuses it.
      if (request.operation === 'updateWebhook' && (member !== 'Url' || String(asked).startsWith('https:'))) {
        const before = created.has(id) && isKept(asked, created.get(id)) ? created.get(id) : asked;
        const answer = await forward(withBody(request, { ...bodyOf(request), [member]: before }));
        if (isSuccess(answer)) shown.set(id, asked);
        return changed(answer, (webhook) => showing(webhook, asked));
      }
      const answer = await forward(request);
      if (request.operation === 'createWebhook' && isSuccess(answer)) created.set(String(bodyOf(answer).id), asked);
      return request.operation === 'getWebhook' || request.operation === 'listWebhook'
        ? changed(answer, (webhook) => showing(webhook, shown.get(String(webhook.id))))
        : answer;
    };
  };
}

/** Whether types were removed, and none was added. */
export function isPart(asked: unknown, before: unknown): boolean {
  if (!isTexts(asked) || !isTexts(before) || asked.length === 0) return false;
  return asked.length < before.length && asked.every((type) => before.includes(type));
}

import type { DeliveryFault, FaultContext, NewFault } from '../mutant.ts';
import { bodyOf, isSuccess, withBody } from '../peer/message.ts';
import { changed, idOf, remembering } from './webhooks.ts';

/** A fault that does not send events of one type. */
export function withheld(type: string): () => DeliveryFault {
  return () => async (delivery, deliver) => (bodyOf(delivery).Type === type ? 204 : await deliver(delivery));
}

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

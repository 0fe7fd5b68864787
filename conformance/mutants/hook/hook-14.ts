import { undelivered } from '../faults/attempts.ts';
import { keptPages, staleGet } from '../faults/stale-reads.ts';
import { idOf, marksOf, remembering } from '../faults/webhooks.ts';
import type { DeliveryFault, Mutants, NewDeliveryFault, NewFault, Request } from '../mutant.ts';
import { type Answer, bodyOf, entriesOf, type Forward, isSuccess, refusal, withBody } from '../peer/message.ts';

const neverAgain = markedAsDeleted(async () => refusal(NONE));

/** A service that hides deleted webhooks instead of deleting them. It marks their secrets for the delivery fault. */
function markedAsDeleted(late: (put: () => Promise<Answer>, bringBack: () => void) => Promise<Answer>): NewFault {
  return (context) => {
    const [secrets, deleted] = [new Map<string, string>(), new Set<string>()];
    return async (request, forward) => {
      const id = idOf(request);
      const secret = /^(get|update|delete)Webhook$/.test(request.operation ?? '') ? secrets.get(id) : undefined;
      const bringBack = (): void => void (deleted.delete(id) && marksOf(context).delete(secret ?? ''));
      if (secret !== undefined && deleted.has(id))
        return request.operation === 'updateWebhook' ? await late(() => forward(request), bringBack) : refusal(NONE);
      if (secret !== undefined && request.operation === 'deleteWebhook')
        return await asIfDeleted(request, forward, () => void (deleted.add(id) && marksOf(context).set(secret, 'deleted')));
      const answer = await forward(request);
      if (request.operation === 'createWebhook' && isSuccess(answer)) secrets.set(String(bodyOf(answer).id), String(bodyOf(answer).secret));
      return request.operation === 'listWebhook' && isSuccess(answer)
        ? withBody(
            answer,
            entriesOf(answer).filter((webhook) => !deleted.has(String(webhook.id))),
          )
        : answer;
    };
  };
}

/** The answer to an otherwise correct deletion of a webhook that does not exist. */
const NONE = 404;

/** Answers a deletion that the service would accept with 204, without executing it. */
async function asIfDeleted(request: Request, forward: Forward, deleted: () => void): Promise<Answer> {
  const answer = await forward({ ...request, path: request.path.replace(/[^/]*$/, '999999999') });
  if (answer.status !== NONE) return answer;
  deleted();
  return { status: 204, headers: [], body: '' };
}

/** Sends nothing to deleted webhooks, except the deliveries that `still` lets through. */
function silentWhereDeleted(still: (delivery: Parameters<DeliveryFault>[0]) => boolean): NewDeliveryFault {
  return undelivered((delivery, context) => marksOf(context).has(delivery.secret) && !still(delivery));
}

export const mutants: Mutants = {
  'hidden-but-delivered-to': { mayBreak: ['EVT-14', 'IDEM-03'], fault: neverAgain },
  'what-was-read-is-there-after-its-deletion': staleGet('getWebhook', ({ operation }) => operation === 'deleteWebhook'),
  'changed-webhooks-stay': remembering(async (updated, request, forward) => {
    const isChanged = updated.has(idOf(request));
    if (request.operation === 'deleteWebhook' && isChanged) return await asIfDeleted(request, forward, () => {});
    const answer = await forward(request);
    if (request.operation === 'updateWebhook' && isSuccess(answer)) updated.set(idOf(request), {});
    return answer;
  }),
  'a-list-that-was-read-goes-on-showing-it': keptPages('listWebhook', () => true, ['createWebhook', 'updateWebhook']),
  'retries-go-on': {
    mayBreak: ['EVT-14', 'IDEM-03'],
    fault: neverAgain,
    deliveryFault: silentWhereDeleted(({ earlierAttempts }) => earlierAttempts.length > 0),
  },
  'a-late-put-brings-it-back': {
    fault: markedAsDeleted(async (put, bringBack) => {
      const answer = await put();
      if (isSuccess(answer)) bringBack();
      return answer;
    }),
    deliveryFault: silentWhereDeleted(() => false),
  },
  'one-url-one-deletion': remembering(async (urls, request, forward) => {
    const answer = await forward(request);
    if (!isSuccess(answer)) return answer;
    if (request.operation === 'createWebhook') urls.set(String(bodyOf(answer).id), bodyOf(request));
    const deleted = request.operation === 'deleteWebhook' ? urls.get(idOf(request)) : undefined;
    for (const [id, { Url }] of deleted ? urls : [])
      if (Url === deleted?.Url) await forward({ ...request, path: request.path.replace(/[^/]*$/, id) });
    return answer;
  }),
  'issues-still-come': {
    mayBreak: ['EVT-14', 'IDEM-03'],
    fault: neverAgain,
    deliveryFault: silentWhereDeleted((delivery) => bodyOf(delivery).Type === 'Documento.Emit'),
  },
  'delivered-again-on-demand': {
    mayBreak: ['EVT-14', 'IDEM-03'],
    fault: (context) => {
      const hidden = neverAgain(context);
      return async (request, forward) => {
        if (request.operation === 'redeliverEvento') marksOf(context).set(request.path.split('/').at(-2) ?? '', 'asked for again');
        return await hidden(request, forward);
      };
    },
    deliveryFault: (context) => silentWhereDeleted((delivery) => marksOf(context).has(String(bodyOf(delivery).EventGuid)))(context),
  },
  'one-url-no-more-retries': {
    mayBreak: ['EVT-14'],
    fault: (context) => {
      const urls = new Map<string, string>();
      return async (request, forward) => {
        const answer = await forward(request);
        if (!isSuccess(answer)) return answer;
        if (request.operation === 'createWebhook') urls.set(String(bodyOf(answer).id), String(bodyOf(answer).url));
        if (request.operation === 'deleteWebhook') marksOf(context).set(urls.get(idOf(request)) ?? '', String(Date.now()));
        return answer;
      };
    },
    // The deletion ends all retries that began before it, even those for other webhooks with the same Url.
    deliveryFault: (context) => {
      const firstAt = new Map<string, number>();
      return async (delivery, deliver) => {
        const event = `${delivery.secret} ${bodyOf(delivery).EventGuid}`;
        firstAt.set(event, firstAt.get(event) ?? Date.now());
        const isSettled = Number(marksOf(context).get(delivery.url) ?? 0) > (firstAt.get(event) ?? 0);
        return isSettled ? 204 : await deliver(delivery);
      };
    },
  },
};

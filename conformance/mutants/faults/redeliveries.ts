import type { Fault, FaultContext, Faults } from '../mutant.ts';
import { bodyOf, isSuccess } from '../peer/message.ts';
import { undelivered } from './attempts.ts';
import { idOf, marksOf } from './webhooks.ts';

/** Changes nothing, but marks the events of redeliveries. */
export function marksRedelivered(context: FaultContext): Fault {
  return async (request, forward) => {
    if (request.operation === 'redeliverEvento') marksOf(context).set(request.path.split('/').at(-2) ?? '', 'delivered again');
    return await forward(request);
  };
}

/** A redelivery also goes to webhooks that were created right after the deletion of a webhook which had got the event. */
export const alsoToHeirs: Faults = {
  fault: (context) => {
    const urls = new Map<string, string>();
    let vacant: string | undefined;
    return async (request, forward) => {
      const marking = marksRedelivered(context);
      const answer = await marking(request, forward);
      if (!isSuccess(answer)) return answer;
      if (request.operation === 'createWebhook') {
        const { id, url } = bodyOf(answer);
        urls.set(String(id), String(url));
        if (vacant !== undefined) marksOf(context).set(`heir of ${vacant}`, String(url));
        vacant = undefined;
      }
      if (request.operation === 'deleteWebhook') vacant = urls.get(idOf(request));
      return answer;
    };
  },
  deliveryFault: (context) => {
    const sentTo = new Map<string, Set<string>>();
    return async (delivery, deliver) => {
      const guid = String(bodyOf(delivery).EventGuid);
      const places = sentTo.get(guid) ?? new Set();
      sentTo.set(guid, places.add(delivery.url));
      const heirs = marksOf(context).has(guid) ? [...places].flatMap((url) => marksOf(context).get(`heir of ${url}`) ?? []) : [];
      for (const url of heirs.filter((heir) => !places.has(heir))) await deliver({ ...delivery, url });
      return await deliver(delivery);
    };
  },
};

/** A redelivery makes one attempt, without retries. */
export const notRetried: Faults = {
  fault: (context) => {
    const marking = marksRedelivered(context);
    return async (request, forward) => {
      const guid = request.path.split('/').at(-2) ?? '';
      if (request.operation === 'redeliverEvento')
        for (const mark of marksOf(context).keys()) if (mark.startsWith(`sent again ${guid} `)) marksOf(context).delete(mark);
      return await marking(request, forward);
    };
  },
  deliveryFault: (context) => async (delivery, deliver) => {
    const guid = String(bodyOf(delivery).EventGuid);
    const sent = `sent again ${guid} ${delivery.secret}`;
    // The service takes this for a confirmation.
    if (marksOf(context).has(sent)) return 204;
    if (marksOf(context).has(guid)) marksOf(context).set(sent, 'once');
    return await deliver(delivery);
  },
};

/** A redelivery goes only to webhooks that ask for its type at that time. */
export const toWhoAsksByThen: Faults = {
  fault: (context) => {
    const marking = marksRedelivered(context);
    return async (request, forward) => {
      const answer = await marking(request, forward);
      const isWritten = request.operation === 'createWebhook' || request.operation === 'updateWebhook';
      const { url, events } = isWritten && isSuccess(answer) ? bodyOf(answer) : {};
      if (url !== undefined) marksOf(context).set(`types of ${url}`, String(events));
      return answer;
    };
  },
  deliveryFault: undelivered((delivery, context) => {
    const { EventGuid, Type } = bodyOf(delivery);
    const types = marksOf(context).has(String(EventGuid)) ? marksOf(context).get(`types of ${delivery.url}`) : undefined;
    return !(types === undefined || types.split(',').includes(String(Type)));
  }),
};

/** A redelivery skips webhooks for which the event waits for its first retry. */
export const passingOverWhatWaits: Faults = {
  fault: marksRedelivered,
  deliveryFault: (context) => {
    const waiting = new Set<string>();
    return async (delivery, deliver) => {
      const guid = String(bodyOf(delivery).EventGuid);
      const place = `${delivery.secret} ${guid}`;
      if (waiting.has(place) && delivery.earlierAttempts.length === 1 && marksOf(context).has(guid)) return 503;
      const status = await deliver(delivery);
      if (status >= 300) waiting.add(place);
      return status;
    };
  },
};

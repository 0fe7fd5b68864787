import { undelivered } from '../faults/attempts.ts';
import { KEY_HEADER } from '../faults/keys.ts';
import { marksOf } from '../faults/webhooks.ts';
import type { Faults, Mutants } from '../mutant.ts';
import { bodyOf, headerOf, isSuccess, withBody, without } from '../peer/message.ts';

export const mutants: Mutants = {
  'events-that-were-delivered-are-redelivered-with-each-replay': {
    mayBreak: ['IDEM-05', 'IDEM-15'],
    // A delivery that is still in progress is not repeated.
    fault: (context) => async (request, forward) => {
      const answer = await forward(request);
      const guid = /evento\/([^/]+)\/redeliver$/.exec(request.path)?.[1];
      if (guid === undefined || !isSuccess(answer)) return answer;
      const isReplay = headerOf(answer, 'Idempotent-Replayed') === 'true';
      const isAgain = isReplay && !marksOf(context).has(guid);
      if (isAgain || !isReplay) marksOf(context).set(guid, 'on its way');
      if (isAgain) await forward(without(request, KEY_HEADER));
      return answer;
    },
    deliveryFault: (context) => async (delivery, deliver) => {
      try {
        return await deliver(delivery);
      } finally {
        marksOf(context).delete(String(bodyOf(delivery).EventGuid));
      }
    },
  },
  'the-replay-of-a-creation-subscribes-again': {
    // The webhook shows the events of the last PUT, and the log shows what is really delivered.
    mayBreak: ['IDEM-07', 'EVT-06', 'EVT-12', 'EVT-15', 'HOOK-15'],
    ...subscribedAgain(),
  },
};

/** A webhook that was created with a key keeps the event types of its creation after a PUT. After a replay, it gets them again. */
function subscribedAgain(): Faults {
  interface Subscribed {
    readonly first: readonly unknown[];
    readonly isReplayed: boolean;
    readonly last?: readonly unknown[];
  }
  const [bySecret, secrets] = [new Map<string, Subscribed>(), new Map<string, string>()];
  return {
    fault: () => async (request, forward) => {
      const id = request.path.split('/').at(-1) ?? '';
      const secret = secrets.get(id) ?? '';
      const known = /webhook/.test(request.path) ? bySecret.get(secret) : undefined;
      const asked = bodyOf(request).Events;
      if (request.method === 'PUT' && known !== undefined && Array.isArray(asked)) {
        const both = [...new Set([...asked, ...known.first])];
        const answer = await forward(withBody(request, { ...bodyOf(request), Events: both }));
        if (!isSuccess(answer)) return answer;
        bySecret.set(secret, { ...known, last: asked });
        return withBody(answer, { ...bodyOf(answer), events: asked });
      }
      const answer = await forward(request);
      if (request.method === 'GET' && known?.last !== undefined && isSuccess(answer))
        return withBody(answer, { ...bodyOf(answer), events: known.last });
      if (request.operation !== 'createWebhook' || !isSuccess(answer) || headerOf(request, KEY_HEADER) === undefined) return answer;
      const created = String(bodyOf(answer).secret);
      secrets.set(String(bodyOf(answer).id), created);
      const before = bySecret.get(created) ?? { first: Array.isArray(asked) ? asked : [], isReplayed: false };
      bySecret.set(created, { ...before, isReplayed: headerOf(answer, 'Idempotent-Replayed') === 'true' });
      return answer;
    },
    deliveryFault: undelivered((delivery) => {
      const known = bySecret.get(delivery.secret);
      const isOld = known?.last !== undefined && !known.last.includes(bodyOf(delivery).Type);
      return isOld && !known?.isReplayed;
    }),
  };
}

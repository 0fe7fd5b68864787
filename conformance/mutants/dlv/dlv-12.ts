import { askingWebhooks } from '../faults/asking-webhooks.ts';
import { delivering, isOf, undelivered } from '../faults/attempts.ts';
import { givingUp, markedByPut } from '../faults/marked-by-put.ts';
import { isPart, memberKept } from '../faults/subscriptions.ts';
import { idOf, isTexts, marksOf } from '../faults/webhooks.ts';
import type { Faults, Mutants, NewDeliveryFault } from '../mutant.ts';
import { bodyOf, isSuccess } from '../peer/message.ts';
import type { Delivered } from '../peer/relay.ts';

/** A service that sends some attempts to the Url of the first attempt, even if the webhook has another one by then. */
function atFirstUrl(isKept: (delivery: Delivered) => boolean = () => true): NewDeliveryFault {
  return delivering((delivery) => {
    const [first = delivery] = delivery.earlierAttempts;
    return isKept(delivery) ? { ...delivery, url: first.url } : delivery;
  });
}

/** When a type is removed, goes on only with events of that type that have an attempt in progress. */
const goingOnWithAttempts: Faults = {
  fault: (context) => {
    const webhooks = askingWebhooks(context);
    let isGoingOn = false;
    const kept = memberKept('Events', (asked, before) => isGoingOn && isPart(asked, before))(context);
    const goOn = (secret: string, types: readonly string[]): boolean => {
      const given = [...marksOf(context)].filter(([mark, type]) => mark.startsWith(`under way ${secret} `) && !types.includes(type));
      for (const [mark] of given) marksOf(context).set(mark.replace('under way', 'going on'), 'going on');
      return given.length > 0;
    };
    return async (request, forward) => {
      const { Events } = bodyOf(request);
      const webhook = request.operation === 'updateWebhook' ? webhooks.of(request) : undefined;
      // This must come before the first await.
      isGoingOn = webhook !== undefined && isTexts(Events) && goOn(webhook.secret, Events);
      // A PUT without a list of types is forwarded unchanged.
      const isLeft = request.operation === 'updateWebhook' && !isTexts(Events);
      const answer = await (isLeft ? forward(request) : kept(request, forward));
      webhooks.learn(request, answer);
      return answer;
    };
  },
  deliveryFault: (context) => async (delivery, deliver) => {
    const { Type, EventGuid } = bodyOf(delivery);
    const marks = marksOf(context);
    const event = `${delivery.secret} ${EventGuid}`;
    const asked = askingWebhooks(context).withSecret(delivery.secret)?.types;
    if (asked !== undefined && !asked.includes(String(Type)) && !marks.has(`going on ${event}`)) return 204;
    marks.set(`under way ${event}`, String(Type));
    try {
      return await deliver(delivery);
    } finally {
      marks.delete(`under way ${event}`);
    }
  },
};

export const mutants: Mutants = {
  'retries-go-to-the-first-url': { deliveryFault: atFirstUrl() },
  'later-retries-go-to-the-url-of-the-first-retry': {
    deliveryFault: delivering((delivery) => {
      const [, second = delivery] = delivery.earlierAttempts;
      return { ...delivery, url: second.url };
    }),
  },
  'the-next-attempt-goes-to-the-old-url': { deliveryFault: atFirstUrl(({ earlierAttempts }) => earlierAttempts.length === 1) },
  'what-is-issued-stays-with-the-first-url': { deliveryFault: atFirstUrl((delivery) => isOf(delivery, 'Documento.Emit')) },
  'types-that-are-taken-away-are-retried': {
    mayBreak: ['ERR-02'],
    fault: (context) => {
      const kept = memberKept('Events', isPart)(context);
      const secrets = new Map<string, string>();
      return async (request, forward) => {
        const answer = await kept(request, forward);
        if (!isSuccess(answer)) return answer;
        if (request.operation === 'createWebhook') secrets.set(String(bodyOf(answer).id), String(bodyOf(answer).secret));
        if (request.operation === 'updateWebhook') marksOf(context).set(secrets.get(idOf(request)) ?? '', String(bodyOf(request).Events));
        return answer;
      };
    },
    // Only the first attempt respects the types of the webhook.
    deliveryFault: undelivered((delivery, context) => {
      const asked = marksOf(context).get(delivery.secret)?.split(',');
      const isNew = delivery.earlierAttempts.length === 0;
      return isNew && asked !== undefined && !asked.includes(String(bodyOf(delivery).Type));
    }),
  },
  'a-new-url-gives-up-what-waits': {
    mustAlsoBreak: ['DLV-10'],
    ...markedByPut(({ Url }, { url }) => (Url === url ? undefined : 'moved'), givingUp),
  },
  'given-up-during-an-attempt-and-retried': goingOnWithAttempts,
};

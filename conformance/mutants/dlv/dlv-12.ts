import { isOf } from '../faults/attempts.ts';
import { isPart, memberKept } from '../faults/kept-members.ts';
import { markedByPut } from '../faults/marked-by-put.ts';
import { idOf, marksOf } from '../faults/webhooks.ts';
import type { Mutant } from '../mutant.ts';
import { bodyOf, isSuccess } from '../peer/message.ts';
import type { Delivered } from '../peer/relay.ts';

/** A service that sends some attempts to the Url of the first one, whatever the webhook has by then. */
function atFirstUrl(isKept: (delivery: Delivered) => boolean = () => true): Mutant['deliveryFault'] {
  return () => async (delivery, deliver) => {
    const [first = delivery] = delivery.earlierAttempts;
    return await deliver(isKept(delivery) ? { ...delivery, url: first.url } : delivery);
  };
}

/** Faulty services that the check of DLV-12 must catch. */
export const mutants: readonly Mutant[] = [
  { id: 'DLV-12-retries-go-to-the-first-url', mustBreak: ['DLV-12'], deliveryFault: atFirstUrl() },
  {
    id: 'DLV-12-the-next-attempt-goes-to-the-old-url',
    mustBreak: ['DLV-12'],
    deliveryFault: atFirstUrl(({ earlierAttempts }) => earlierAttempts.length === 1),
  },
  {
    id: 'DLV-12-what-is-issued-stays-with-the-first-url',
    mustBreak: ['DLV-12'],
    deliveryFault: atFirstUrl((delivery) => isOf(delivery, 'Documento.Emit')),
  },
  {
    id: 'DLV-12-types-that-are-taken-away-are-retried',
    mustBreak: ['DLV-12'],
    mayBreak: ['ERR-02'],
    fault: (context) => {
      const kept = memberKept('Events', isPart)?.(context);
      const secrets = new Map<string, string>();
      return async (request, forward) => {
        const answer = (await kept?.(request, forward)) ?? (await forward(request));
        if (!isSuccess(answer)) return answer;
        if (request.operation === 'createWebhook') secrets.set(String(bodyOf(answer).id), String(bodyOf(answer).secret));
        if (request.operation === 'updateWebhook') marksOf(context).set(secrets.get(idOf(request)) ?? '', String(bodyOf(request).Events));
        return answer;
      };
    },
    // Only what is new is held to what the webhook asks for.
    deliveryFault: (context) => async (delivery, deliver) => {
      const asked = marksOf(context).get(delivery.secret)?.split(',');
      const isNew = delivery.earlierAttempts.length === 0;
      return isNew && asked !== undefined && !asked.includes(String(bodyOf(delivery).Type)) ? 204 : await deliver(delivery);
    },
  },
  markedByPut(
    'DLV-12-a-new-url-gives-up-what-waits',
    ['DLV-12'],
    ({ Url }, { url }) => (Url === url ? undefined : 'moved'),
    () => async (delivery, deliver) => (delivery.earlierAttempts.length > 0 ? 204 : await deliver(delivery)),
  ),
];

import { deliveriesOf, type Shown } from '../faults/logged-deliveries.ts';
import { markedByPut, signedWith } from '../faults/marked-by-put.ts';
import { signed } from '../faults/signatures.ts';
import { changed, idOf, marksOf, remembering } from '../faults/webhooks.ts';
import type { Mutant } from '../mutant.ts';
import { bodyOf, headerOf, isSuccess, withBody } from '../peer/message.ts';

function hostOf(url: unknown): string | undefined {
  return URL.parse(String(url))?.host;
}

/** Faulty services that the check of HOOK-07 must catch. */
export const mutants: readonly Mutant[] = [
  {
    id: 'HOOK-07-put-answers-the-secret',
    mustBreak: ['HOOK-07'],
    fault: remembering(async (secrets, request, forward) => {
      const answer = await forward(request);
      if (!isSuccess(answer)) return answer;
      if (request.operation === 'createWebhook') secrets.set(String(bodyOf(answer).id), bodyOf(answer));
      return request.operation === 'updateWebhook'
        ? changed(answer, (webhook) => ({ ...webhook, secret: secrets.get(idOf(request))?.secret ?? null }))
        : answer;
    }),
  },
  {
    id: 'HOOK-07-refusal-tells-the-stored-webhook',
    mustBreak: ['HOOK-07'],
    fault: remembering(async (keys, request, forward) => {
      const answer = await forward(request);
      const key = headerOf(request, 'Idempotency-Key') ?? '';
      if (request.operation === 'createWebhook' && isSuccess(answer)) keys.set(key, bodyOf(answer));
      return answer.status === 422 && keys.has(key) ? withBody(answer, { ...bodyOf(answer), stored: keys.get(key) }) : answer;
    }),
  },
  {
    id: 'HOOK-07-the-replay-of-a-creation-makes-a-new-secret',
    mustBreak: ['HOOK-07'],
    // Deliveries are then signed with a secret that nobody knows.
    mayBreak: ['IDEM-04', 'SIG-02', 'SIG-03'],
    fault: (context) => async (request, forward) => {
      const answer = await forward(request);
      const isReplay = request.operation === 'createWebhook' && headerOf(answer, 'Idempotent-Replayed') === 'true';
      if (isReplay) marksOf(context).set(String(bodyOf(answer).secret), 'another secret');
      return answer;
    },
    deliveryFault: (context) => async (delivery, deliver) => {
      const secret = marksOf(context).get(delivery.secret);
      return await deliver(secret === undefined ? delivery : signed(delivery, { secret }));
    },
  },
  markedByPut(
    'HOOK-07-put-makes-a-new-secret',
    ['HOOK-07', 'HOOK-05', 'SIG-02'],
    () => 'another secret',
    (secret) => signedWith(secret),
  ),
  markedByPut(
    'HOOK-07-new-url-new-secret',
    ['HOOK-07'],
    ({ Url }, { url }) => (Url === url ? undefined : 'another secret'),
    (secret) => signedWith(secret),
  ),
  {
    ...markedByPut(
      'HOOK-07-other-events-new-secret',
      ['HOOK-07'],
      ({ Events }, { events }) => (String(Events) === String(events) ? undefined : 'another secret'),
      (secret) => signedWith(secret),
    ),
    mayBreak: ['SIG-02'],
  },
  {
    ...markedByPut(
      'HOOK-07-another-host-new-secret',
      ['HOOK-07'],
      ({ Url }, { url }) => (hostOf(Url) === hostOf(url) ? undefined : 'another secret'),
      (secret) => signedWith(secret),
    ),
    mayBreak: ['SIG-02'],
  },
  {
    id: 'HOOK-07-the-log-tells-what-a-refused-attempt-was-signed-with',
    mustBreak: ['HOOK-07'],
    fault: remembering(async (secrets, request, forward) => {
      const answer = await forward(request);
      if (request.operation === 'createWebhook' && isSuccess(answer)) secrets.set(String(bodyOf(answer).id), bodyOf(answer));
      if (request.operation !== 'getEvento' || !isSuccess(answer)) return answer;
      const signedWithSecret = ({ webhookId, attempts = [], ...delivery }: Shown): Shown => ({
        ...delivery,
        webhookId,
        attempts: attempts.map((one) => ({
          ...one,
          error: one.error && `${one.error} Signed with ${secrets.get(String(webhookId))?.secret}.`,
        })),
      });
      return changed(answer, (entry) => ({ ...entry, deliveries: deliveriesOf(entry).map(signedWithSecret) }));
    }),
  },
];

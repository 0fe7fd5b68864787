import { delivering } from '../faults/attempts.ts';
import { answering, changed } from '../faults/exchanges.ts';
import { deliveriesOf, type Shown } from '../faults/logged-deliveries.ts';
import { markedByPut, signedWith } from '../faults/marked-by-put.ts';
import { signed } from '../faults/signatures.ts';
import { idOf, marksOf, remembering } from '../faults/webhooks.ts';
import type { Mutants } from '../mutant.ts';
import { bodyOf, headerOf, isSuccess, withBody } from '../peer/message.ts';

function hostOf(url: unknown): string | undefined {
  return URL.parse(String(url))?.host;
}

export const mutants: Mutants = {
  'put-answers-the-secret': remembering(async (secrets, request, forward) => {
    const answer = await forward(request);
    if (!isSuccess(answer)) return answer;
    if (request.operation === 'createWebhook') secrets.set(String(bodyOf(answer).id), bodyOf(answer));
    return request.operation === 'updateWebhook'
      ? changed(answer, (webhook) => ({ ...webhook, secret: secrets.get(idOf(request))?.secret ?? null }))
      : answer;
  }),
  'refusal-tells-the-stored-webhook': remembering(async (keys, request, forward) => {
    const answer = await forward(request);
    const key = headerOf(request, 'Idempotency-Key') ?? '';
    if (request.operation === 'createWebhook' && isSuccess(answer)) keys.set(key, bodyOf(answer));
    return answer.status === 422 && keys.has(key) ? withBody(answer, { ...bodyOf(answer), stored: keys.get(key) }) : answer;
  }),
  'the-replay-of-a-creation-makes-a-new-secret': {
    // Deliveries are then signed with a secret that nobody knows.
    mayBreak: ['IDEM-04', 'SIG-02', 'SIG-03'],
    fault: answering((answer, { operation }, context) => {
      const isReplay = operation === 'createWebhook' && headerOf(answer, 'Idempotent-Replayed') === 'true';
      if (isReplay) marksOf(context).set(String(bodyOf(answer).secret), 'another secret');
      return answer;
    }),
    deliveryFault: delivering((delivery, context) => {
      const secret = marksOf(context).get(delivery.secret);
      return secret === undefined ? delivery : signed(delivery, { secret });
    }),
  },
  'put-makes-a-new-secret': { mustAlsoBreak: ['HOOK-05', 'SIG-02'], ...markedByPut(() => 'another secret', signedWith) },
  'new-url-new-secret': markedByPut(({ Url }, { url }) => (Url === url ? undefined : 'another secret'), signedWith),
  'other-events-new-secret': {
    mayBreak: ['SIG-02'],
    ...markedByPut(({ Events }, { events }) => (String(Events) === String(events) ? undefined : 'another secret'), signedWith),
  },
  'another-host-new-secret': {
    mayBreak: ['SIG-02'],
    ...markedByPut(({ Url }, { url }) => (hostOf(Url) === hostOf(url) ? undefined : 'another secret'), signedWith),
  },
  'the-log-tells-what-a-refused-attempt-was-signed-with': remembering(async (secrets, request, forward) => {
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
};

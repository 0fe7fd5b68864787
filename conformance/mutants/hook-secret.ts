import { markedByPut, signedWith } from './faults/marked-by-put.ts';
import { changed, idOf, remembering, shown, type Webhook } from './faults/webhooks.ts';
import type { Mutant } from './mutant.ts';
import { bodyOf, headerOf, isSuccess, withBody } from './peer/message.ts';

/** Services that keep a webhook's secret, or whether it is enabled, wrongly. */
export const hookSecretMutants: readonly Mutant[] = [
  {
    id: 'HOOK-03-disabled-on-creation',
    mustBreak: ['HOOK-03'],
    fault: remembering(async (disabled, request, forward) => {
      const show = (webhook: Webhook): Webhook => ({ ...webhook, enabled: !disabled.has(String(webhook.id)) });
      const answer = await forward(request);
      if (request.operation === 'createWebhook' && isSuccess(answer) && bodyOf(request).Enabled === false)
        disabled.set(String(bodyOf(answer).id), {});
      return /Webhook/.test(request.operation ?? '') ? changed(answer, show) : answer;
    }),
  },
  markedByPut(
    'HOOK-03-put-disables-without-saying',
    ['HOOK-03'],
    (body) => (body.Enabled === false ? 'disabled' : undefined),
    () => async () => 204,
  ),
  markedByPut(
    'HOOK-03-put-of-enabled-in-lower-case-disables',
    ['HOOK-03'],
    (body) => (body.enabled === false ? 'disabled' : undefined),
    () => async () => 204,
  ),
  {
    id: 'HOOK-04-one-secret-a-second',
    mustBreak: ['HOOK-04', 'HOOK-05', 'HOOK-07', 'SIG-02', 'SIG-03'],
    fault: remembering(async (secrets, request, forward) => {
      const answer = await forward(request);
      const ofNow = { secret: `secret-${Math.floor(Date.now() / 1000)}` };
      const once = (id: string): Webhook => secrets.get(id) ?? secrets.set(id, ofNow).get(id) ?? ofNow;
      return request.operation === 'createWebhook' ? changed(answer, (webhook) => ({ ...webhook, ...once(String(webhook.id)) })) : answer;
    }),
  },
  {
    id: 'HOOK-04-secret-cut-short',
    mustBreak: ['HOOK-04', 'HOOK-05', 'HOOK-07', 'SIG-02', 'SIG-03'],
    fault: shown(['createWebhook'], (webhook) => ({ ...webhook, secret: `${String(webhook.secret).slice(0, 10)}…` })),
  },
  {
    id: 'HOOK-05-secret-taken-on-creation',
    mustBreak: ['HOOK-05'],
    fault: () => async (request, forward) => {
      const answer = await forward(request);
      const { Secret } = bodyOf(request);
      return request.operation === 'createWebhook' && Secret !== undefined
        ? changed(answer, (webhook) => ({ ...webhook, secret: Secret }))
        : answer;
    },
  },
  {
    ...markedByPut(
      'HOOK-05-secret-taken-by-put',
      ['HOOK-05'],
      ({ Secret }) => (typeof Secret === 'string' ? Secret : undefined),
      (secret) => signedWith(secret),
    ),
    mayBreak: ['SIG-02'],
  },
  {
    ...markedByPut(
      'HOOK-05-put-of-what-get-showed-makes-a-new-secret',
      ['HOOK-05'],
      ({ Secret }) => (Secret === null ? 'another secret' : undefined),
      (secret) => signedWith(secret),
    ),
    mayBreak: ['SIG-02'],
  },
  {
    ...markedByPut(
      'HOOK-05-secret-in-lower-case-taken-by-put',
      ['HOOK-05'],
      ({ secret }) => (typeof secret === 'string' ? secret : undefined),
      (secret) => signedWith(secret),
    ),
    mayBreak: ['SIG-02'],
  },
  {
    id: 'HOOK-05-empty-secret-taken-on-creation',
    mustBreak: ['HOOK-05'],
    fault: () => async (request, forward) => {
      const answer = await forward(request);
      const isEmpty = request.operation === 'createWebhook' && bodyOf(request).Secret === '';
      return isEmpty ? changed(answer, (webhook) => ({ ...webhook, secret: '' })) : answer;
    },
  },
  {
    id: 'HOOK-06-masked-in-the-list',
    mustBreak: ['HOOK-06', 'HOOK-15'],
    fault: shown(['listWebhook'], (webhook) => ({ ...webhook, secret: '********' })),
  },
  {
    id: 'HOOK-06-empty-in-get',
    mustBreak: ['HOOK-06', 'HOOK-15'],
    fault: shown(['getWebhook'], (webhook) => ({ ...webhook, secret: '' })),
  },
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
];

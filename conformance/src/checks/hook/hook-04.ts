import type { Trial } from '../../engine/trial.ts';
import { isSuccess } from '../../http/answer.ts';
import { memberOf } from '../../http/json.ts';
import { type Check, check } from '../../model/check.ts';
import { contactTypes } from '../../scenarios/resources/contact-life.ts';
import { judgeSecret, tellEach } from '../../scenarios/subscriptions/reached.ts';
import { type Audience, audienceOf, audiences, registerEach } from '../../scenarios/webhooks/audiences.ts';
import { creationCall, draftWebhook, type WebhookDraft, withdraw } from '../../scenarios/webhooks/registration.ts';
import { webhookOf } from '../../scenarios/webhooks/webhook-view.ts';

/** Webhooks created at once with one Url, and then one after another: for each audience in turn. */
const together = 6;
const afterwards = 4;

/** HOOK-04: the service generates Secret; the creation answers it in full; no two webhooks share one. */
export const hook04: Check = check('HOOK-04', async (trial) => {
  const everyone = await audiences(trial);
  const draft = await draftWebhook(trial);
  const secrets = [await secretOf(trial, await creationCall(trial, draft))];
  // Where a target takes no two webhooks with one Url, each gets its own.
  const repeated = await trial.send(await creationCall(trial, draft));
  const next = async (audience: Audience): Promise<WebhookDraft> =>
    isSuccess(repeated)
      ? { ...draft, company: audience.company, body: { ...draft.body, AziendaId: audience.aziendaId } }
      : await draftWebhook(trial, audience);
  const create = async (turn: number): Promise<string> =>
    secretOf(trial, await creationCall(trial, await next(audienceOf(everyone, turn))));
  if (isSuccess(repeated)) secrets.push(String(memberOf(webhookOf(repeated), 'secret')));
  secrets.push(...(await Promise.all(Array.from({ length: trial.upTo(together) }, (_, turn) => create(turn)))));
  for (let turn = 0; turn < trial.upTo(afterwards); turn += 1) secrets.push(await create(turn));
  trial.judge(new Set(secrets).size === secrets.length, {
    message: 'No two webhooks may share a secret.',
    expected: `${secrets.length} secrets`,
    actual: `${new Set(secrets).size} different ones`,
  });
  const hooks = await registerEach(trial, everyone, { events: [contactTypes(trial).create] });
  const reached = await tellEach(trial, hooks);
  for (const hook of hooks) judgeSecret(trial, hook, reached, 'a webhook whose secret was answered in full');
  await withdraw(trial, ...hooks);
});

async function secretOf(trial: Trial, call: Parameters<Trial['send']>[0]): Promise<string> {
  const answer = await trial.sendRightful(call, '2xx with the secret');
  const secret = memberOf(webhookOf(answer), 'secret');
  trial.judge(isSuccess(answer) && typeof secret === 'string' && secret !== '', {
    message: 'The creation of a webhook must answer its secret.',
    expected: '2xx with a secret that is not empty',
    actual: `${answer.status}, ${typeof secret === 'string' ? 'an empty secret' : 'no secret'}`,
  });
  return String(secret);
}

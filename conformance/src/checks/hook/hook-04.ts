import { contactTypes } from '../../probe/contact-life.ts';
import { judgeSecret, tellHooks } from '../../probe/reached.ts';
import { creationCall, draftWebhook, register, type WebhookDraft, withdraw } from '../../probe/registration.ts';
import { webhookOf } from '../../probe/webhook-view.ts';
import { type Check, check } from '../../run/check.ts';
import type { Trial } from '../../run/trial.ts';
import { isSuccess } from '../../wire/answer.ts';
import { memberOf } from '../../wire/json.ts';

/** Webhooks created at once with one body, and then one after another. */
const together = 6;
const afterwards = 4;

/** HOOK-04: the service generates Secret; the creation answers it in full; no two webhooks share one. */
export const hook04: Check = check('HOOK-04', async (trial) => {
  const draft = await draftWebhook(trial);
  const secrets = [await secretOf(trial, await creationCall(trial, draft))];
  // Where a target takes no two webhooks with one Url, each gets its own.
  const repeated = await trial.send(await creationCall(trial, draft));
  const next = async (): Promise<WebhookDraft> => (isSuccess(repeated) ? draft : await draftWebhook(trial));
  const create = async (): Promise<string> => secretOf(trial, await creationCall(trial, await next()));
  if (isSuccess(repeated)) secrets.push(String(memberOf(webhookOf(repeated), 'secret')));
  secrets.push(...(await Promise.all(Array.from({ length: together }, create))));
  for (let webhook = 0; webhook < afterwards; webhook += 1) secrets.push(await create());
  trial.judge(new Set(secrets).size === secrets.length, {
    message: 'No two webhooks may share a secret.',
    expected: `${secrets.length} secrets`,
    actual: `${new Set(secrets).size} different ones`,
  });
  const hook = await register(trial, await draftWebhook(trial, { events: [contactTypes(trial).create] }));
  judgeSecret(trial, hook, await tellHooks(trial, [hook]), 'a webhook whose secret was answered in full');
  await withdraw(trial, hook);
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

import { contactTypes } from '../../probe/contact-life.ts';
import { judgeSecret, tellHooks } from '../../probe/reached.ts';
import { creationCall, draftWebhook, type Registration, register, registered, updateCall, withdraw } from '../../probe/registration.ts';
import { currentToken, webhookOf } from '../../probe/webhook-view.ts';
import { changeCharacter } from '../../probe/wrong-secret.ts';
import { type Check, check } from '../../run/check.ts';
import type { Trial } from '../../run/trial.ts';
import { isSuccess } from '../../wire/answer.ts';
import { memberOf } from '../../wire/json.ts';

/** HOOK-05: a Secret sent by the client, on POST or on PUT, is refused or not heeded, never used. */
export const hook05: Check = check('HOOK-05', async (trial) => {
  const events = [contactTypes(trial).create];
  // The control: the same webhook without Secret is created. A secret of its shape is the likeliest to be taken.
  const changed = await register(trial, await draftWebhook(trial, { events }));
  const sent = changeCharacter(changed.secret, Math.floor(changed.secret.length / 2));
  const posted = await postSecret(trial, events, sent);
  await putSecret(trial, changed, sent);
  const hooks = posted === undefined ? [changed] : [changed, posted];
  const reached = await tellHooks(trial, hooks);
  for (const hook of hooks) judgeSecret(trial, hook, reached, 'a webhook for which the client sent a Secret', sent);
  await withdraw(trial, ...hooks);
});

/** Undefined where the target refuses, which it may. */
async function postSecret(trial: Trial, events: readonly string[], sent: string): Promise<Registration | undefined> {
  const draft = await draftWebhook(trial, { events });
  const answer = await trial.sendJudged(await creationCall(trial, { ...draft, body: { ...draft.body, Secret: sent } }), 'any answer');
  if (!isSuccess(answer)) return undefined;
  trial.judge(memberOf(webhookOf(answer), 'secret') !== sent, {
    message: 'A Secret that the client sends must not become that of the webhook.',
    expected: 'a secret that the service generated',
    actual: 'the one that was sent',
  });
  return registered(trial, draft, answer);
}

async function putSecret(trial: Trial, hook: Registration, sent: string): Promise<void> {
  const changes = { Description: `${hook.endpoint.name} changed` };
  // The control: the same PUT without Secret is accepted.
  const accepted = await trial.prepare(await updateCall(trial, hook, { changes, token: hook.concurrencyToken }));
  const token = await currentToken(trial, hook, accepted);
  await trial.sendJudged(await updateCall(trial, hook, { changes: { ...changes, Secret: sent }, token }), 'any answer');
}

import { contactTypes } from '../../probe/contact-life.ts';
import { tellHooks } from '../../probe/reached.ts';
import { creationCall, draftWebhook, type Registration, register, registered, updateCall, withdraw } from '../../probe/registration.ts';
import { currentToken, viewsOf, webhookOf } from '../../probe/webhook-view.ts';
import { type Check, check } from '../../run/check.ts';
import type { Trial } from '../../run/trial.ts';
import { isSuccess } from '../../wire/answer.ts';
import { type Json, type JsonObject, memberOf } from '../../wire/json.ts';

/** HOOK-03: Enabled is true on creation; a client that sends Enabled is refused or not heeded. */
export const hook03: Check = check('HOOK-03', async (trial) => {
  const events = [contactTypes(trial).create];
  // The control: the same webhook without Enabled is created.
  const changed = await register(trial, await draftWebhook(trial, { events }));
  judgeEnabled(trial, 'on creation', memberOf(webhookOf(changed.answer), 'enabled'));
  const posted = [await postDisabled(trial, events, false), await postDisabled(trial, events, null)];
  await putDisabled(trial, changed);
  const hooks = [...posted.filter((hook) => hook !== undefined), changed];
  const reached = await tellHooks(trial, hooks);
  for (const hook of hooks) {
    trial.judge(reached.deliveries(hook).length > 0, {
      message: 'A webhook that a client tried to disable must receive its events all the same.',
      expected: events.join(),
      actual: 'nothing',
    });
  }
  await withdraw(trial, ...hooks);
});

/** Undefined where the target refuses, which it may. */
async function postDisabled(trial: Trial, events: readonly string[], enabled: Json): Promise<Registration | undefined> {
  const draft = await draftWebhook(trial, { events });
  const answer = await trial.sendJudged(await creationCall(trial, { ...draft, body: { ...draft.body, Enabled: enabled } }), 'any answer');
  if (!isSuccess(answer)) return undefined;
  judgeEnabled(trial, `after a POST with Enabled ${enabled}`, memberOf(webhookOf(answer), 'enabled'));
  const hook = registered(trial, draft, answer);
  await judgeShownEnabled(trial, hook, `after a POST with Enabled ${enabled}`);
  return hook;
}

async function putDisabled(trial: Trial, hook: Registration): Promise<void> {
  const changes: JsonObject = { Description: `${hook.endpoint.name} changed` };
  // The control: the same PUT without Enabled is accepted.
  const accepted = await trial.prepare(await updateCall(trial, hook, { changes, token: hook.concurrencyToken }));
  const token = await currentToken(trial, hook, accepted);
  const answer = await trial.sendJudged(await updateCall(trial, hook, { changes: { ...changes, Enabled: false }, token }), 'any answer');
  const answered = memberOf(webhookOf(answer), 'enabled');
  if (answered !== undefined) judgeEnabled(trial, 'after a PUT with Enabled false', answered);
  await judgeShownEnabled(trial, hook, 'after a PUT with Enabled false');
}

async function judgeShownEnabled(trial: Trial, hook: Registration, when: string): Promise<void> {
  for (const { how, webhook } of await viewsOf(trial, hook)) judgeEnabled(trial, `${when}, by ${how}`, memberOf(webhook, 'enabled'));
}

function judgeEnabled(trial: Trial, when: string, enabled: Json | undefined): void {
  trial.judge(enabled === true, { message: `enabled must be true ${when}.`, expected: 'true', actual: String(enabled) });
}

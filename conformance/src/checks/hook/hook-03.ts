import type { Trial } from '../../engine/trial.ts';
import { isSuccess } from '../../http/answer.ts';
import { type Json, type JsonObject, memberOf, writeJson } from '../../http/json.ts';
import { type Check, check } from '../../model/check.ts';
import { contactTypes } from '../../scenarios/resources/contact-life.ts';
import { tellEach } from '../../scenarios/subscriptions/reached.ts';
import { type Audience, audienceOf, audiences, registerEach } from '../../scenarios/webhooks/audiences.ts';
import {
  creationCall,
  draftWebhook,
  type Registration,
  registered,
  tryUpdates,
  update,
  withdraw,
} from '../../scenarios/webhooks/registration.ts';
import { viewsOfAll, webhookOf } from '../../scenarios/webhooks/webhook-view.ts';

/** What a client may send to disable a webhook: many services read names in any case. */
const disablings: readonly JsonObject[] = [{ Enabled: false }, { enabled: false }, { Enabled: null }];

/** HOOK-03: Enabled is true on creation; a client that sends Enabled is refused or not heeded. */
export const hook03: Check = check('HOOK-03', async (trial) => {
  const events = [contactTypes(trial).create];
  const everyone = await audiences(trial);
  // The control: the same webhooks without Enabled are created.
  const plain = await registerEach(trial, everyone, { events });
  for (const { answer } of plain) judgeEnabled(trial, 'on creation', memberOf(webhookOf(answer), 'enabled'));
  const tried = trial.some(disablings);
  const posted: Registration[] = [];
  for (const [turn, disabling] of tried.entries()) {
    const hook = await postDisabled(trial, audienceOf(everyone, turn), events, disabling);
    if (hook !== undefined) posted.push(hook);
  }
  await judgeShownEnabled(trial, posted.length > 0 ? posted : plain, 'after its creation');
  for (const [turn, hook] of plain.entries()) {
    const Description = `${hook.endpoint.name} changed`;
    // The control: the same PUT without Enabled is accepted.
    const latest = turn === 0 ? await update(trial, hook, { Description }) : hook.answer;
    const puts = tried.filter((_disabling, index) => (index + 1) % plain.length === turn);
    const bodies = puts.map((disabling) => ({ Description, ...disabling }));
    for (const answer of await tryUpdates(trial, hook, bodies, latest)) {
      const answered = memberOf(webhookOf(answer), 'enabled');
      if (answered !== undefined) judgeEnabled(trial, 'in the answer of a PUT', answered);
    }
  }
  await judgeShownEnabled(trial, plain, 'after a PUT');
  const hooks = [...posted, ...plain];
  const reached = await tellEach(trial, hooks);
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
async function postDisabled(
  trial: Trial,
  audience: Audience,
  events: readonly string[],
  disabling: JsonObject,
): Promise<Registration | undefined> {
  const draft = await draftWebhook(trial, { ...audience, events });
  const answer = await trial.sendJudged(await creationCall(trial, { ...draft, body: { ...draft.body, ...disabling } }), 'any answer');
  if (!isSuccess(answer)) return undefined;
  judgeEnabled(trial, `after a POST with ${writeJson(disabling)}`, memberOf(webhookOf(answer), 'enabled'));
  return registered(trial, draft, answer);
}

async function judgeShownEnabled(trial: Trial, hooks: readonly Registration[], when: string): Promise<void> {
  for (const { how, webhook } of await viewsOfAll(trial, hooks)) judgeEnabled(trial, `${when}, by ${how}`, memberOf(webhook, 'enabled'));
}

function judgeEnabled(trial: Trial, when: string, enabled: Json | undefined): void {
  trial.judge(enabled === true, { message: `enabled must be true ${when}.`, expected: 'true', actual: String(enabled) });
}

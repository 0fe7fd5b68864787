import fc from 'fast-check';
import { createdId, idOf } from '../../api/identity.ts';
import type { Trial } from '../../engine/trial.ts';
import { isSuccess } from '../../http/answer.ts';
import { identifier, type Json, type JsonObject, memberOf } from '../../http/json.ts';
import { type Check, check } from '../../model/check.ts';
import { audienceOf, audiences } from '../../scenarios/webhooks/audiences.ts';
import { creationCall, draftWebhook, type Registration, register, tryUpdates, update } from '../../scenarios/webhooks/registration.ts';
import { viewsOf, webhookOf } from '../../scenarios/webhooks/webhook-view.ts';

/** HOOK-12: Id is a unique integer, ConcurrencyToken an integer. */
export const hook12: Check = check('HOOK-12', async (trial) => {
  const everyone = await audiences(trial);
  const ids: string[] = [];
  await trial.forAll(fc.integer({ min: 3, max: 6 }), 3, async (together) => {
    const create = async (index: number): Promise<Registration> => register(trial, await draftWebhook(trial, audienceOf(everyone, index)));
    const hooks = await Promise.all(Array.from({ length: together }, (_, index) => create(index)));
    for (const hook of hooks) {
      judgeIntegers(trial, 'the creation', webhookOf(hook.answer) ?? {});
      ids.push(hook.id);
    }
    const unique = new Set(ids).size === ids.length;
    trial.judge(unique, { message: 'No two webhooks may have one id.', expected: `${ids.length} ids`, actual: ids.join(', ') });
    const hook = hooks.at(-1);
    if (hook === undefined) return;
    await judgeShown(trial, hook, '');
    await update(trial, hook, { Description: `${hook.endpoint.name} changed` });
    await judgeShown(trial, hook, ' after a PUT');
  });
  await judgeSentId(trial);
});

/** The service sets Id: one that a client sends is refused or not heeded, and is no way to another webhook. */
async function judgeSentId(trial: Trial): Promise<void> {
  const [other, hook] = [await register(trial, await draftWebhook(trial)), await register(trial, await draftWebhook(trial))];
  const [draft, Id] = [await draftWebhook(trial), identifier(other.id)];
  const posted = await trial.sendJudged(await creationCall(trial, { ...draft, body: { ...draft.body, Id } }), 'any answer');
  trial.judge(!isSuccess(posted) || createdId(posted, 'webhook') !== other.id, {
    message: 'An Id that the client sends must not become that of a new webhook.',
    expected: 'another id than that of a webhook that there is',
    actual: other.id,
  });
  const Description = `${hook.endpoint.name} changed`;
  await tryUpdates(trial, hook, [{ Id, Description }]);
  for (const { how, webhook } of await viewsOf(trial, other)) {
    const strange = [draft.endpoint.name, Description].find((sent) => sent === memberOf(webhook, 'description'));
    trial.judge(strange === undefined, {
      message: `A webhook must stay as it was, by ${how}, when its Id is sent for another one.`,
      expected: `description ${other.endpoint.name}`,
      actual: `description ${strange}, which was sent for another one`,
    });
  }
}

async function judgeShown(trial: Trial, hook: Registration, when: string): Promise<void> {
  for (const { how, webhook } of await viewsOf(trial, hook)) {
    judgeIntegers(trial, how + when, webhook);
    const id = idOf(webhook, 'webhook');
    trial.judge(id === hook.id, { message: `${how}${when} must show the id of the creation.`, expected: hook.id, actual: String(id) });
  }
}

function judgeIntegers(trial: Trial, how: string, webhook: JsonObject): void {
  for (const name of ['id', 'concurrencyToken']) {
    const value = memberOf(webhook, name);
    trial.judge(isInteger(value), {
      message: `${name} must be an integer in the answer of ${how}.`,
      expected: 'an integer',
      actual: typeof value === 'string' ? `the text "${value}"` : String(value),
    });
  }
}

function isInteger(value: Json | undefined): boolean {
  return typeof value === 'bigint' || (typeof value === 'number' && Number.isInteger(value));
}

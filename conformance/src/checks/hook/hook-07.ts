import type { Trial } from '../../engine/trial.ts';
import { type Answer, isReplayed, isSuccess, json } from '../../http/answer.ts';
import type { Call } from '../../http/call.ts';
import { isObject, type Json, type JsonObject } from '../../http/json.ts';
import { type Check, check } from '../../model/check.ts';
import { contactTypes } from '../../scenarios/resources/contact-life.ts';
import { judgeSecret, tellHooks } from '../../scenarios/subscriptions/reached.ts';
import { creationCall, draftWebhook, type Registration, register, updateCall, withdraw } from '../../scenarios/webhooks/registration.ts';
import { webhookHabits } from '../../scenarios/webhooks/webhook-habits.ts';
import { currentToken, viewsOf } from '../../scenarios/webhooks/webhook-view.ts';

/** Shorter texts stand in an answer by chance. */
const tellingLength = 12;

/** HOOK-07: PUT leaves the secret unchanged; no response but the creation's and its replay holds it. */
export const hook07: Check = check('HOOK-07', async (trial) => {
  const { create } = contactTypes(trial);
  const [draft, key] = [await draftWebhook(trial, { events: [create] }), trial.freshKey()];
  const hook = await register(trial, draft, key);
  await judgeSilence(trial, hook);
  const { moves, quietType } = await webhookHabits(trial);
  // Each changes one member more, since what changes may be a reason for another secret.
  const { endpoint, url } = await trial.bench.webhooks.open(trial);
  const moved = { ...hook, endpoint, url, body: { ...hook.body, Url: url } };
  let token = await put(trial, moved, {}, hook.concurrencyToken);
  token = await put(trial, moved, { Events: [create, quietType] }, token);
  await put(trial, moved, { Description: `${draft.endpoint.name} changed`, ...(moves && { AziendaId: null }) }, token);
  await judgeSilence(trial, hook);
  // Another body under the key of the creation, and a stale token: refusals hold no secret either.
  const other = { ...draft, body: { ...draft.body, Description: `${draft.endpoint.name} other` } };
  judgeHoldsNone(trial, hook, 'a refused POST', await trial.send(await creationCall(trial, other, key)));
  const stale = await updateCall(trial, moved, { changes: { Description: 'stale' }, token: hook.concurrencyToken });
  judgeHoldsNone(trial, hook, 'a refused PUT', await trial.send(stale));
  judgeSecret(trial, moved, await tellHooks(trial, [moved]), 'a webhook that was changed by PUT');
  const deletion = (await trial.api()).call('deleteWebhook', { company: hook.company, id: hook.id });
  judgeHoldsNone(trial, hook, 'DELETE', await trial.send(deletion));
  await withdraw(trial, hook);
});

/** A PUT with a key, and its replay; answers the token after it. */
async function put(trial: Trial, hook: Registration, changes: JsonObject, token: Json): Promise<Json> {
  const call = await updateCall(trial, hook, { changes, token, key: trial.freshKey() });
  const answer = await trial.prepare(call);
  judgeHoldsNone(trial, hook, 'PUT', answer);
  judgeHoldsNone(trial, hook, 'the replay of a PUT', await trial.send(call));
  return await currentToken(trial, hook, answer);
}

async function judgeSilence(trial: Trial, hook: Registration): Promise<void> {
  const { company, id } = hook;
  const api = await trial.api();
  const { webhookGet, webhookList } = trial.target.surface;
  const looks: readonly (readonly [string, Call])[] = [
    ...(webhookGet === null ? [] : [['GET', api.call('getWebhook', { company, id })] as const]),
    ...(webhookList === null ? [] : [['the list', api.call('listWebhook', { company })] as const]),
  ];
  for (const [what, call] of looks) judgeHoldsNone(trial, hook, what, await trial.send(call));
  for (const { how, webhook } of await viewsOf(trial, hook)) judge(trial, how, !holds(webhook, hook.secret));
}

function judgeHoldsNone(trial: Trial, hook: Registration, what: string, answer: Answer): void {
  // The creation's replay in a wrong place is IDEM-07's matter.
  if (what === 'a refused POST' && isReplayed(answer)) return;
  const body = json(answer);
  const held = body === undefined ? hook.secret.length >= tellingLength && answer.body.includes(hook.secret) : holds(body, hook.secret);
  const inHeaders = hook.secret.length >= tellingLength && answer.rawHeaders.some((value) => value.includes(hook.secret));
  judge(trial, `${what}${isSuccess(answer) ? '' : ` (${answer.status})`}`, !held && !inHeaders);
}

function judge(trial: Trial, what: string, hidden: boolean): void {
  trial.judge(hidden, {
    message: 'No response but the creation’s and its replay may hold the secret.',
    expected: 'an answer without the secret',
    actual: `the secret in the answer of ${what}`,
  });
}

function holds(value: Json, secret: string): boolean {
  if (typeof value === 'string') return value === secret || (secret.length >= tellingLength && value.includes(secret));
  if (Array.isArray(value)) return value.some((item) => holds(item, secret));
  return isObject(value) && Object.values(value).some((member) => holds(member, secret));
}

import { contactTypes } from '../../api/event-names.ts';
import { isReplayed, isSuccess, json } from '../../http/answer.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Answer, Call } from '../../model/exchange.ts';
import { isObject, type Json, type JsonObject } from '../../model/json.ts';
import { fireEvent, judgeSecret } from '../../scenarios/subscriptions/delivered-event.ts';
import { creationCall, draftWebhook, type Registration, register, updateCall, withdraw } from '../../scenarios/webhooks/registration.ts';
import { webhookCapabilities } from '../../scenarios/webhooks/webhook-capabilities.ts';
import { currentToken, viewsOf } from '../../scenarios/webhooks/webhook-view.ts';

/** Shorter texts stand in an answer by chance. */
const TELLING_LENGTH = 12;

/** HOOK-07: PUT leaves the secret unchanged; no response but the creation's and its replay holds it. */
export const hook07: Check = check('HOOK-07', { isolation: 'shared', weight: 1 }, async (context) => {
  const { create } = contactTypes(context);
  const [draft, key] = [await draftWebhook(context, { events: [create] }), context.freshKey()];
  const hook = await register(context, draft, key);
  await judgeSilence(context, hook);
  const { moves, quietType } = await webhookCapabilities(context);
  // Each changes one member more, since what changes may be a reason for another secret.
  const { endpoint, url } = await context.run.webhooks.open(context.rule);
  const moved = { ...hook, endpoint, url, body: { ...hook.body, Url: url } };
  let token = await put(context, moved, {}, hook.concurrencyToken);
  token = await put(context, moved, { Events: [create, quietType] }, token);
  await put(context, moved, { Description: `${draft.endpoint.name} changed`, ...(moves && { AziendaId: null }) }, token);
  await judgeSilence(context, hook);
  // Another body under the key of the creation, and a stale token: refusals hold no secret either.
  const other = { ...draft, body: { ...draft.body, Description: `${draft.endpoint.name} other` } };
  judgeHoldsNone(context, hook, 'a refused POST', await context.send(await creationCall(context, other, key)));
  const stale = await updateCall(context, moved, { changes: { Description: 'stale' }, token: hook.concurrencyToken });
  judgeHoldsNone(context, hook, 'a refused PUT', await context.send(stale));
  judgeSecret(context, moved, await fireEvent(context, [moved]), 'a webhook that was changed by PUT');
  const deletion = (await context.api()).call('deleteWebhook', { company: hook.company, id: hook.id });
  judgeHoldsNone(context, hook, 'DELETE', await context.send(deletion));
  await withdraw(context, hook);
});

/** A PUT with a key, and its replay; answers the token after it. */
async function put(context: CheckContext, hook: Registration, changes: JsonObject, token: Json): Promise<Json> {
  const call = await updateCall(context, hook, { changes, token, key: context.freshKey() });
  const answer = await context.prepare(call);
  judgeHoldsNone(context, hook, 'PUT', answer);
  judgeHoldsNone(context, hook, 'the replay of a PUT', await context.send(call));
  return await currentToken(context, hook, answer);
}

async function judgeSilence(context: CheckContext, hook: Registration): Promise<void> {
  const { company, id } = hook;
  const api = await context.api();
  const { webhookGet, webhookList } = context.target.surface;
  const looks: readonly (readonly [string, Call])[] = [
    ...(webhookGet === null ? [] : [['GET', api.call('getWebhook', { company, id })] as const]),
    ...(webhookList === null ? [] : [['the list', api.call('listWebhook', { company })] as const]),
  ];
  for (const [what, call] of looks) judgeHoldsNone(context, hook, what, await context.send(call));
  for (const { how, webhook } of await viewsOf(context, hook)) judge(context, how, !holds(webhook, hook.secret));
}

function judgeHoldsNone(context: CheckContext, hook: Registration, what: string, answer: Answer): void {
  // The creation's replay in a wrong place is IDEM-07's matter.
  if (what === 'a refused POST' && isReplayed(answer)) return;
  const body = json(answer);
  const held = body === undefined ? hook.secret.length >= TELLING_LENGTH && answer.body.includes(hook.secret) : holds(body, hook.secret);
  const inHeaders = hook.secret.length >= TELLING_LENGTH && answer.rawHeaders.some((value) => value.includes(hook.secret));
  judge(context, `${what}${isSuccess(answer) ? '' : ` (${answer.status})`}`, !held && !inHeaders);
}

function judge(context: CheckContext, what: string, hidden: boolean): void {
  context.judge(hidden, {
    message: 'No response but the creation’s and its replay may hold the secret.',
    expected: 'an answer without the secret',
    actual: `the secret in the answer of ${what}`,
  });
}

function holds(value: Json, secret: string): boolean {
  if (typeof value === 'string') return value === secret || (secret.length >= TELLING_LENGTH && value.includes(secret));
  if (Array.isArray(value)) return value.some((item) => holds(item, secret));
  return isObject(value) && Object.values(value).some((member) => holds(member, secret));
}

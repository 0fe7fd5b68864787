import { contactTypes } from '../../api/event-names.ts';
import { readList } from '../../api/listing.ts';
import { isServed } from '../../api/requests.ts';
import { isReplayed, isSuccess, json } from '../../http/answer.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Answer, Call } from '../../model/exchange.ts';
import { isObject, type Json, memberOf } from '../../model/json.ts';
import { eventoOf } from '../../receiver/attempt.ts';
import { guidOf } from '../../scenarios/log/log-pages.ts';
import { newestEntries } from '../../scenarios/log/newest-events.ts';
import { deliveryTo, readEntryUntil } from '../../scenarios/retries/shown-deliveries.ts';
import { fireEvent, judgeSecret } from '../../scenarios/subscriptions/delivered-event.ts';
import {
  creationCall,
  draftWebhook,
  type Registration,
  register,
  update,
  updateCall,
  withdraw,
} from '../../scenarios/webhooks/registration.ts';
import { webhookCapabilities } from '../../scenarios/webhooks/webhook-capabilities.ts';

/** A shorter secret may occur in an answer by chance. */
const TELLING_LENGTH = 12;

/** How often the creation is sent again under its key. */
const REPLAYS = 2;

/** HOOK-07: PUT leaves the secret unchanged; no response but the creation's and its replay holds it. */
export const hook07: Check = check('HOOK-07', { isolation: 'shared', weight: 1, awaitsDelivery: true }, async (context) => {
  const { create } = contactTypes(context);
  const [draft, key] = [await draftWebhook(context, { events: [create] }), context.freshKey()];
  const webhook = await register(context, draft, key);
  await judgeSilence(context, webhook);
  // A replay repeats the answer of the creation. It must not make another secret, whatever it is answered.
  for (let replay = 0; replay < REPLAYS; replay += 1) await context.send(await creationCall(context, draft, key));
  judgeSecret(context, webhook, await fireEvent(context, [webhook]), 'a webhook whose creation was replayed');
  const { moves, quietType } = await webhookCapabilities(context);
  // Each PUT changes one more member, since a target might make a new secret after some changes.
  const { endpoint, url } = await context.run.webhooks.open(context.rule);
  const moved = { ...webhook, endpoint, url, body: { ...webhook.body, Url: url } };
  const described = { Description: `${draft.endpoint.name} changed`, ...(moves && { AziendaId: null }) };
  for (const changes of [{}, { Events: [create, quietType] }, described]) {
    const call = await updateCall(context, moved, { changes, key: context.freshKey() });
    moved.answer = await context.prepare(call);
    judgeHoldsNone(context, webhook, 'PUT', moved.answer);
    judgeHoldsNone(context, webhook, 'the replay of a PUT', await context.send(call));
  }
  await judgeSilence(context, webhook);
  // Another body under the key of the creation, and a stale token: refusals hold no secret either.
  const other = { ...draft, body: { ...draft.body, Description: `${draft.endpoint.name} other` } };
  judgeHoldsNone(context, webhook, 'a refused POST', await context.send(await creationCall(context, other, key)));
  const stale = await updateCall(context, moved, { changes: { Description: 'stale' }, token: webhook.concurrencyToken });
  judgeHoldsNone(context, webhook, 'a refused PUT', await context.send(stale));
  judgeSecret(context, moved, await fireEvent(context, [moved]), 'a webhook that was changed by PUT');
  await context.part('the secret after a change of the port', { from: 'standard' }, () => judgeElsewhere(context, moved));
  await context.part('the secret in the log', { from: 'standard' }, () => judgeLog(context, create));
  const deletion = (await context.api()).call('deleteWebhook', { company: webhook.company, id: webhook.id });
  judgeHoldsNone(context, webhook, 'DELETE', await context.send(deletion));
  await withdraw(context, webhook);
});

/** Another port is another host, and a target might make a new secret for it. */
async function judgeElsewhere(context: CheckContext, webhook: Registration): Promise<void> {
  const aside = await context.run.webhooks.openAside(context.rule);
  if (aside === undefined) return;
  const { endpoint, url } = aside;
  const elsewhere = { ...webhook, endpoint, url, body: { ...webhook.body, Url: url } };
  if (!isSuccess(await update(context, elsewhere, {}, (call) => context.send(call)))) return;
  const fired = await fireEvent(context, [elsewhere]);
  // A port that the target cannot reach proves nothing.
  if (fired.deliveries(elsewhere).length > 0) judgeSecret(context, elsewhere, fired, 'a webhook that was moved to another port');
}

/** The log of a refused attempt must not hold the secret. */
async function judgeLog(context: CheckContext, type: string): Promise<void> {
  if (!isServed(context, 'getEvento')) return;
  const webhook = await register(context, await draftWebhook(context, { events: [type], script: () => ({ status: 500 }) }));
  const [refused] = (await fireEvent(context, [webhook])).deliveries(webhook);
  const guid = refused && eventoOf(refused)?.eventGuid;
  if (typeof guid !== 'string') return;
  const isNoted = (entry: Json): boolean => Number(memberOf(deliveryTo(entry, webhook.id), 'attemptCount')) >= 1;
  const read = await readEntryUntil(context, webhook.company, guid, isNoted);
  if (read !== undefined) judge(context, 'getEvento', !holds(read, webhook.secret));
  const { entries } = await newestEntries(context, webhook.company, [guid]);
  for (const entry of entries.filter((one) => guidOf(one) === guid)) judge(context, 'listEvento', !holds(entry, webhook.secret));
  await withdraw(context, webhook);
}

async function judgeSilence(context: CheckContext, webhook: Registration): Promise<void> {
  const { company, id } = webhook;
  const api = await context.api();
  const { webhookGet, webhookList } = context.target.surface;
  const send = async (what: string, call: Call): Promise<Answer> => {
    const answer = await context.send(call);
    judgeHoldsNone(context, webhook, what, answer);
    return answer;
  };
  if (webhookGet !== null) await send('GET', api.call('getWebhook', { company, id }));
  if (webhookList !== null) await readList(api.call('listWebhook', { company }), (call) => send('the list', call));
}

function judgeHoldsNone(context: CheckContext, webhook: Registration, what: string, answer: Answer): void {
  // IDEM-07 judges a replay of the creation in place of a refusal.
  if (what === 'a refused POST' && isReplayed(answer)) return;
  const held = holds([json(answer) ?? answer.body, ...answer.rawHeaders], webhook.secret);
  judge(context, `${what}${isSuccess(answer) ? '' : ` (${answer.status})`}`, !held);
}

function judge(context: CheckContext, what: string, hidden: boolean): void {
  context.judge(hidden, {
    message: 'Only the answer to the creation and its replay may hold the secret.',
    expected: 'an answer without the secret',
    actual: `the secret in the answer to ${what}`,
  });
}

function holds(value: Json, secret: string): boolean {
  if (typeof value === 'string') return value === secret || (secret.length >= TELLING_LENGTH && value.includes(secret));
  if (Array.isArray(value)) return value.some((item) => holds(item, secret));
  return isObject(value) && Object.values(value).some((member) => holds(member, secret));
}

import fc from 'fast-check';
import { contactTypes } from '../../api/event-names.ts';
import { isSuccess } from '../../http/answer.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Answer } from '../../model/exchange.ts';
import { identifier, type JsonObject, memberOf, sameJson, writeJson } from '../../model/json.ts';
import { unlessRefused } from '../../scenarios/unless-refused.ts';
import { nameEnding } from '../../scenarios/values/texts.ts';
import {
  draftWebhook,
  type Registration,
  register,
  update,
  updateCall,
  withdraw,
  withQuery,
} from '../../scenarios/webhooks/registration.ts';
import { webhookCapabilities } from '../../scenarios/webhooks/webhook-capabilities.ts';
import { byGet, currentToken, inList, notHeeded, shownBy, type View } from '../../scenarios/webhooks/webhook-view.ts';

/** A PUT that changes one value of a webhook slightly, and what is shown afterwards. */
interface SmallChange {
  readonly what: string;
  /** What was sent. */
  readonly body: JsonObject;
  readonly view: View;
}

/**
 * Changes that a comparison of normalised values overlooks. Each is made to the result of the one before. A path and a query are
 * case-sensitive, and a slash at the end makes another path.
 */
const small: readonly { readonly what: string; readonly member: string; readonly change: (value: string) => string }[] = [
  { what: 'the case of the path', member: 'Url', change: (url) => url.replace('/Hook?', '/hook?') },
  { what: 'the case of a name in the query', member: 'Url', change: (url) => url.replace('?Via=', '?via=') },
  { what: 'the case of a value in the query', member: 'Url', change: (url) => url.replace('=Conformance', '=conformance') },
  { what: 'the path by a slash at its end', member: 'Url', change: (url) => url.replace('/hook?', '/hook/?') },
  { what: 'the query by one more parameter', member: 'Url', change: (url) => `${url}&n=2` },
  { what: 'the whole query', member: 'Url', change: (url) => url.replace(/\?.*/, '') },
  { what: 'the case of the Description', member: 'Description', change: (text) => text.replace('Small', 'small') },
  { what: 'the last character of the Description', member: 'Description', change: (text) => `${text}.` },
];

type Member = 'Description' | 'Url' | 'Events' | 'AziendaId';

/** HOOK-13: PUT updates the webhook; a later GET shows the new values. */
export const hook13: Check = check('HOOK-13', { isolation: 'shared', weight: 1 }, async (context) => {
  // The source does not say whether a webhook may change its company. If a PUT is accepted, it must do so.
  const { moves } = await webhookCapabilities(context);
  const all: readonly Member[] = ['Description', 'Url', 'Events', ...(moves ? (['AziendaId'] as const) : [])];
  const members = fc.subarray<Member>([...all], { minLength: 1 });
  const steps = fc.array(fc.record({ members, ending: nameEnding, query: fc.boolean() }), { minLength: 1, maxLength: 3 });
  const everything = { members: [...all], ending: '', query: false };
  const judge = async (puts: readonly (typeof everything)[]): Promise<void> => {
    const webhook = await register(context, await draftWebhook(context));
    let [body, latest] = [webhook.body, webhook.answer];
    for (const put of puts) {
      body = { ...body, ...(await changesOf(context, body, put)) };
      const queried = put.query ? await putQueried(context, webhook, body, latest) : undefined;
      [body, latest] = queried ?? (await putPlain(context, webhook, body, latest));
      for (const { how, shown } of await shownBy(context, webhook)) {
        const stale = notHeeded(body, shown);
        context.judge(stale.length === 0, {
          message: `A PUT of ${put.members.join(', ')} must take effect, as shown by ${how}.`,
          expected: stale.map((name) => `${name} ${writeJson(body[name] ?? null)}`).join(', '),
          actual: `another value of ${stale.join(', ')}`,
        });
      }
    }
  };
  await context.forAll(steps, 3, judge, [[everything, { ...everything, query: true }]]);
  await judgeEmptied(context);
  await context.part('small changes', { from: 'standard' }, () => judgeSmallChanges(context));
});

/** A small difference from the old value must take effect too. */
async function judgeSmallChanges(context: CheckContext): Promise<void> {
  for (const { what, body, view } of await smallChanges(context)) {
    const stale = notHeeded(body, view.shown);
    context.judge(stale.length === 0, {
      message: `A PUT that changes ${what} must take effect, as shown by ${view.how}.`,
      expected: stale.map((name) => `${name} ${writeJson(body[name] ?? null)}`).join(', '),
      actual: stale.map((name) => `${name} ${writeJson(memberOf(view.shown, name) ?? null)}`).join(', '),
    });
  }
}

/** The source does not say whether a Description may be null. If a PUT with null is accepted, the old one must be gone. */
async function judgeEmptied(context: CheckContext): Promise<void> {
  const webhook = await register(context, await draftWebhook(context));
  const token = await currentToken(context, webhook, webhook.answer);
  const answer = await context.send(await updateCall(context, webhook, { changes: { Description: null }, token }));
  if (!isSuccess(answer)) return;
  for (const { how, shown } of await shownBy(context, webhook)) {
    context.judge(memberOf(shown, 'description') !== webhook.body.Description, {
      message: `A PUT of Description null must take effect, as shown by ${how}.`,
      expected: 'Description null',
      actual: `Description ${writeJson(webhook.body.Description ?? null)}`,
    });
  }
  await withdraw(context, webhook);
}

/** What was sent, and its answer. The source does not say which characters a Description may hold. A plain one must be accepted. */
async function putPlain(context: CheckContext, webhook: Registration, body: JsonObject, latest: Answer): Promise<[JsonObject, Answer]> {
  const answer = await unlessRefused(update(context, webhook, body, latest));
  if (answer !== undefined) return [body, answer];
  const plain = { ...body, Description: context.fresh() };
  return [plain, await update(context, webhook, plain, latest)];
}

/** What was sent, and its answer; undefined if the target refuses a Url with a query, which it may. */
async function putQueried(
  context: CheckContext,
  webhook: Registration,
  body: JsonObject,
  latest: Answer,
): Promise<[JsonObject, Answer] | undefined> {
  const changes = { ...body, Url: withQuery(String(body.Url)) };
  const answer = await context.send(await updateCall(context, webhook, { changes, token: await currentToken(context, webhook, latest) }));
  return isSuccess(answer) ? [changes, answer] : undefined;
}

/** New values for some members. Each PUT sends all members, since it may replace or merge. */
async function changesOf(
  context: CheckContext,
  body: JsonObject,
  { members, ending }: { readonly members: readonly Member[]; readonly ending: string },
): Promise<JsonObject> {
  const [company] = context.target.companies;
  const { update: updated, delete: deleted } = contactTypes(context);
  const { url } = await context.run.webhooks.open(context.rule);
  const changed: Readonly<Record<Member, JsonObject[string]>> = {
    Description: context.run.runName + context.fresh() + ending,
    Url: url,
    Events: sameJson(body.Events, [deleted]) ? [updated] : [deleted],
    AziendaId: body.AziendaId === null ? identifier(company.id) : null,
  };
  return Object.fromEntries(members.map((member) => [member, changed[member]]));
}

/** The small changes that the target accepts. It may refuse some Urls and Descriptions. */
async function smallChanges(context: CheckContext): Promise<readonly SmallChange[]> {
  const webhook = await register(context, await draftWebhook(context));
  const { create, update, delete: deleted } = contactTypes(context);
  const state: { body: JsonObject; latest: Answer } = { body: webhook.body, latest: webhook.answer };
  const made: SmallChange[] = [];
  const put = async (what: string, changes: JsonObject): Promise<void> => {
    const body = { ...state.body, ...changes };
    const token = await currentToken(context, webhook, state.latest);
    const answer = await context.send(await updateCall(context, webhook, { changes: body, token }));
    if (!isSuccess(answer)) return;
    Object.assign(state, { body, latest: answer });
    const view = (await byGet(context, webhook)) ?? (await inList(context, webhook));
    if (view !== undefined) made.push({ what, body, view });
  };
  await put('everything', { Url: `${webhook.url}/Hook?Via=Conformance&n=1`, Description: `${webhook.endpoint.name} Small` });
  for (const { what, member, change } of small) await put(what, { [member]: change(String(state.body[member])) });
  for (const Events of [[create, update], [create, update, deleted], [create, deleted], [deleted]])
    await put(`the Events to ${Events.join(', ')}`, { Events });
  await withdraw(context, webhook);
  return made;
}

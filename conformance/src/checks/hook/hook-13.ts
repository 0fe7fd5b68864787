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
import { smallChanges } from '../../scenarios/webhooks/small-changes.ts';
import { webhookCapabilities } from '../../scenarios/webhooks/webhook-capabilities.ts';
import { currentToken, notHeeded, shownBy } from '../../scenarios/webhooks/webhook-view.ts';

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

import { contactTypes } from '../../api/event-names.ts';
import { idOf } from '../../api/identity.ts';
import { readList } from '../../api/listing.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { identifier, type Json, type JsonObject, memberOf } from '../../model/json.ts';
import { lacking, Skip } from '../../model/verdict.ts';
import { asOtherUser } from '../../scenarios/as-other-user.ts';
import { type Changeable, changeable } from '../../scenarios/concurrency/guarded.ts';
import { type Variant, webhookVariants } from '../../scenarios/operations/declared-members.ts';
import { listPages } from '../../scenarios/operations/list-pages.ts';
import { awaitEvent, createContact, quietestCompany, refusingOwn } from '../../scenarios/resources/contact-life.ts';
import { unlessRefused } from '../../scenarios/unless-refused.ts';
import { audiences } from '../../scenarios/webhooks/audiences.ts';
import { observerOf } from '../../scenarios/webhooks/observer.ts';
import { draftWebhook, type Registration, register, update, webhookOfOther, withdraw } from '../../scenarios/webhooks/registration.ts';
import { amongUnknown } from '../../scenarios/webhooks/unknown-types.ts';
import { byGet, differingMembers, inList, listedWebhooks, webhookOf } from '../../scenarios/webhooks/webhook-view.ts';
import { untilNoted } from '../../wait/due.ts';

/** HOOK-15: list and GET single exist and agree with each other, whatever was created, changed and deleted before. */
export const hook15: Check = check('HOOK-15', { isolation: 'shared', weight: 1 }, async (context) => {
  const { webhookGet, webhookList } = context.target.surface;
  if (webhookGet === null || webhookList === null)
    throw lacking('webhooks are not both read and listed, so there is nothing to compare (surface.webhookGet, surface.webhookList)');
  const control = await register(context, await draftWebhook(context));
  if ((await byGet(context, control)) === undefined) throw new Skip('GET does not show a webhook that was created: set surface.webhookGet');
  if ((await inList(context, control)) === undefined)
    throw new Skip(
      'the list does not show a webhook that was created: set surface.webhookList, or make sure that the list names its next page',
    );
  await judgeKinds(context);
  await context.part('webhooks that another user reads', { from: 'standard' }, () => judgeToOther(context));
  await judgeHistory(context, control);
});

/** Makes a Description long. A target may refuse it. */
const LONG = ' x'.repeat(200);

/** Kinds of webhooks that GET and the list might show differently, on any page. Other rules judge which of them a target accepts. */
async function judgeKinds(context: CheckContext): Promise<void> {
  const [company] = context.target.companies;
  const { events } = await observerOf(context, quietestCompany(context));
  const unknown = amongUnknown([contactTypes(context).delete]);
  const kinds: readonly Variant[] = [
    (body) => ({ ...body, Description: `${String(body.Description)}${LONG}` }),
    ...webhookVariants,
    ...[unknown, unknown.slice(0, 1), unknown.slice(-1), events].map((types) => (body: JsonObject) => ({ ...body, Events: types })),
  ];
  const webhooks: Registration[] = [];
  for (const kind of context.some(kinds)) {
    const draft = await draftWebhook(context);
    const webhook = await unlessRefused(register(context, { ...draft, body: kind(draft.body) }));
    if (webhook !== undefined) webhooks.push(webhook);
  }
  const waiting = await context.part('a webhook with a delivery that waits for a retry', { from: 'standard' }, () => whileWaiting(context));
  if (waiting !== undefined) webhooks.push(waiting);
  const entries = (await listPages(context, 'listWebhook', company))?.pages.flat() ?? [];
  for (const webhook of webhooks) {
    const listed = entries.find((entry) => idOf(entry, 'webhook') === webhook.id);
    if (listed !== undefined) judgeSame(context, (await byGet(context, webhook))?.shown, listed);
  }
  await withdraw(context, ...webhooks);
}

/** The state of a delivery must not change how its webhook is shown. */
async function whileWaiting(context: CheckContext): Promise<Registration> {
  const { create } = contactTypes(context);
  const webhook = await register(context, await draftWebhook(context, { events: [create], script: refusingOwn(context) }));
  await awaitEvent(context, webhook, create, await createContact(context, webhook.company));
  await untilNoted(context);
  return webhook;
}

/** The source does not say whether another user sees a webhook. If GET shows it to them, the list must too. */
async function judgeToOther(context: CheckContext): Promise<void> {
  const asOther = await asOtherUser(context);
  if (asOther === undefined) return;
  const api = await context.api();
  // A list that shows the webhooks created before and after this one must show this one too.
  const before = await webhookOfOther(context);
  const webhook = await register(context, await draftWebhook(context));
  const after = await webhookOfOther(context);
  const { company, id } = webhook;
  const single = webhookOf(await context.send(asOther(api.call('getWebhook', { company, id }))));
  const list = await readList(asOther(api.call('listWebhook', { company })), (page) => context.send(asOther(page)));
  const ids = new Set(list?.entries.map((entry) => idOf(entry, 'webhook')));
  const isWhole = before !== undefined && after !== undefined && ids.has(before.id) && ids.has(after.id);
  if (single !== undefined && isWhole) {
    context.judge(ids.has(id), {
      message: 'The list must show another user every webhook that GET shows them.',
      expected: `webhook ${id}`,
      actual: 'it is not there',
    });
  }
  await withdraw(context, webhook, ...[before, after].filter((one) => one !== undefined));
}

/** Changes two webhooks in every member and deletes them, with a look at GET and the list after each step, since either may be cached. */
async function judgeHistory(context: CheckContext, oldest: Registration): Promise<void> {
  const everyone = await audiences(context);
  const forAll = everyone.find(({ aziendaId }) => aziendaId === null);
  const changed = [await register(context, await draftWebhook(context)), await register(context, await draftWebhook(context, forAll))];
  const webhooks = [oldest, ...changed, await register(context, await draftWebhook(context))];
  await judgeAgreement(context, webhooks);
  for (const [turn, member] of context.some(await changeable(context)).entries()) {
    for (const [index, webhook] of changed.entries()) {
      const key = (turn + index) % 2 === 0 ? context.freshKey() : undefined;
      await update(context, webhook, { [member]: newValue(context, member, webhook) }, (call) => context.prepare(call), key);
      await judgeAgreement(context, webhooks);
    }
  }
  for (const [index, webhook] of changed.entries()) {
    await withdraw(context, webhook);
    await judgeAgreement(context, webhooks, changed.slice(0, index + 1));
  }
}

/** @param webhooks in the order of their creation @param deleted those of them that were deleted */
async function judgeAgreement(
  context: CheckContext,
  webhooks: readonly Registration[],
  deleted: readonly Registration[] = [],
): Promise<void> {
  const [company] = context.target.companies;
  const entries = (await listedWebhooks(context, { company })) ?? [];
  const inList = ({ id }: Registration): JsonObject | undefined => entries.find((entry) => idOf(entry, 'webhook') === id);
  // If the oldest or the newest is missing, the list may have pages that the suite cannot find. Then it need not show them all.
  const isWhole = [webhooks.at(0), webhooks.at(-1)].every((webhook) => webhook !== undefined && inList(webhook) !== undefined);
  for (const webhook of webhooks) {
    const [single, listed] = [(await byGet(context, webhook))?.shown, inList(webhook)];
    const isThere = single !== undefined;
    context.judge(isThere || deleted.includes(webhook), {
      message: 'GET must show every webhook.',
      expected: `webhook ${webhook.id}`,
      actual: 'it is not there',
    });
    context.judge(isThere ? listed !== undefined || !isWhole : listed === undefined, {
      message: isThere ? 'The list must show every webhook that GET shows.' : 'The list must not show what GET no longer shows.',
      expected: `${isThere ? '' : 'no '}webhook ${webhook.id}`,
      actual: isThere ? 'it is not there' : 'it is there',
    });
    if (isThere && listed !== undefined) judgeSame(context, single, listed);
  }
}

function judgeSame(context: CheckContext, single: JsonObject | undefined, listed: JsonObject): void {
  const differing = differingMembers(single, listed);
  const values = (webhook: JsonObject | undefined): string =>
    differing.map((name) => `${name} ${String(memberOf(webhook, name))}`).join(', ');
  context.judge(differing.length === 0, {
    message: `GET and the list must agree about a webhook; they differ in ${differing.join(', ')}.`,
    expected: values(single),
    actual: values(listed),
  });
}

function newValue(context: CheckContext, member: Changeable, { url, body, company }: Registration): Json {
  if (member === 'AziendaId') return body.AziendaId === null ? identifier(company.id) : null;
  if (member === 'Url') return `${url}?${context.fresh()}`;
  return member === 'Events' ? [contactTypes(context).update] : context.fresh();
}

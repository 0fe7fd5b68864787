import fc from 'fast-check';
import { contactTypes } from '../../api/event-names.ts';
import { idOf } from '../../api/identity.ts';
import { readList } from '../../api/listing.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Answer } from '../../model/exchange.ts';
import { type Json, type JsonObject, memberOf } from '../../model/json.ts';
import { lacking, Skip } from '../../model/verdict.ts';
import { asOtherUser } from '../../scenarios/as-other-user.ts';
import { type Changeable, changeable } from '../../scenarios/concurrency/guarded.ts';
import { type HistoryStep, histories, takeSteps } from '../../scenarios/histories/history.ts';
import { type Variant, webhookVariants } from '../../scenarios/operations/declared-members.ts';
import { listPages } from '../../scenarios/operations/list-pages.ts';
import { awaitEvent, createContact, quietestCompany, refusingOwn } from '../../scenarios/resources/contact-life.ts';
import { unlessRefused } from '../../scenarios/unless-refused.ts';
import { observerOf } from '../../scenarios/webhooks/observer.ts';
import { draftWebhook, type Registration, register, updateCall, withdraw } from '../../scenarios/webhooks/registration.ts';
import { amongUnknown } from '../../scenarios/webhooks/unknown-types.ts';
import { webhookOfOther } from '../../scenarios/webhooks/webhook-of-other.ts';
import { byGet, currentToken, differingMembers, inList, listedWebhooks, webhookOf } from '../../scenarios/webhooks/webhook-view.ts';
import { untilNoted } from '../../wait/due.ts';

/** The webhooks after a history of calls, each with the latest answer about it. */
interface WebhookHistory {
  /** Created before all of them. */
  readonly oldest: Registration;
  readonly live: { readonly webhook: Registration; latest: Answer }[];
  readonly deleted: Registration[];
}

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
  await context.part('each change of a webhook', { from: 'standard' }, () => judgeEachChange(context, control));
  const member = fc.constantFrom<Changeable>('Description', 'AziendaId');
  const changes = fc.record({ which: fc.nat({ max: 1 }), member, isKeyed: fc.boolean() }).map(change);
  const kinds = [fc.boolean().map(creation), changes, changes, changes, fc.nat({ max: 1 }).map(deletion), fc.constant(compare())];
  await context.forAll(histories(kinds, 12), 3, async (history) => {
    const model: WebhookHistory = { oldest: control, live: [], deleted: [] };
    await takeSteps(history, model, context);
    await judgeAgreement(context, model);
    await withdraw(context, ...model.live.map(({ webhook }) => webhook));
  });
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
  await withdraw(context, webhook);
  await before?.remove();
  await after?.remove();
}

/** Changes each member of a webhook and deletes it, with a look at GET and the list after each step, since either may be cached. */
async function judgeEachChange(context: CheckContext, oldest: Registration): Promise<void> {
  const webhook = await register(context, await draftWebhook(context));
  const model: WebhookHistory = { oldest, live: [{ webhook, latest: webhook.answer }], deleted: [] };
  await judgeShownAlike(context, webhook);
  for (const [index, member] of (await changeable(context)).entries()) {
    await change({ which: 0, member, isKeyed: index % 2 === 0 }).run(model, context);
    await judgeShownAlike(context, webhook);
  }
  await deletion(0).run(model, context);
  await judgeAgreement(context, model);
}

async function judgeShownAlike(context: CheckContext, webhook: Registration): Promise<void> {
  const [single, listed] = [(await byGet(context, webhook))?.shown, (await inList(context, webhook))?.shown];
  if (listed !== undefined) judgeSame(context, single, listed);
}

function compare(): HistoryStep<WebhookHistory> {
  return {
    check: ({ live }) => live.length > 0,
    run: (model, context) => judgeAgreement(context, model),
    toString: () => 'a look at the list',
  };
}

async function judgeAgreement(context: CheckContext, { oldest, live, deleted }: WebhookHistory): Promise<void> {
  const newest = await register(context, await draftWebhook(context));
  const entries = (await listedWebhooks(context, oldest)) ?? [];
  const inList = ({ id }: Registration): JsonObject | undefined => entries.find((entry) => idOf(entry, 'webhook') === id);
  // If the oldest or the newest is missing, the list may have pages that the suite cannot find. Then it need not show them all.
  const whole = inList(oldest) !== undefined && inList(newest) !== undefined;
  for (const webhook of [oldest, ...live.map((entry) => entry.webhook)]) {
    const [single, listed] = [(await byGet(context, webhook))?.shown, inList(webhook)];
    judgeShown(context, 'GET', webhook.id, single);
    if (whole) judgeShown(context, 'The list', webhook.id, listed);
    if (listed !== undefined) judgeSame(context, single, listed);
  }
  for (const webhook of deleted) {
    const [single, listed] = [(await byGet(context, webhook))?.shown, inList(webhook)];
    if (single === undefined) judgeGone(context, 'The list', webhook.id, listed);
    else if (whole) judgeShown(context, 'The list, like GET,', webhook.id, listed);
  }
  await withdraw(context, newest);
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

function judgeGone(context: CheckContext, how: string, id: string, webhook: JsonObject | undefined): void {
  context.judge(webhook === undefined, {
    message: `${how} must not show what GET no longer shows.`,
    expected: `no webhook ${id}`,
    actual: 'it is there',
  });
}

function judgeShown(context: CheckContext, how: string, id: string, webhook: JsonObject | undefined): void {
  context.judge(webhook !== undefined, {
    message: `${how} must show every webhook.`,
    expected: `webhook ${id}`,
    actual: 'it is not there',
  });
}

/** @param everywhere whether the webhook is for all companies */
function creation(everywhere: boolean): HistoryStep<WebhookHistory> {
  return {
    check: () => true,
    run: async (model, context) => {
      const webhook = await register(context, await draftWebhook(context, everywhere ? { aziendaId: null } : {}));
      model.live.push({ webhook, latest: webhook.answer });
    },
    toString: () => `a webhook for ${everywhere ? 'all companies' : 'one company'}`,
  };
}

/** A change of the first or the second webhook, with a key or without. */
function change({
  which,
  member,
  isKeyed,
}: Readonly<{ which: number; member: Changeable; isKeyed: boolean }>): HistoryStep<WebhookHistory> {
  return {
    check: ({ live }) => live.length > 0,
    run: async ({ live }, context) => {
      const entry = live[Math.min(which, live.length - 1)];
      if (entry === undefined) return;
      const { webhook, latest } = entry;
      const changes = { [member]: await newValue(context, member, webhook) };
      const key = isKeyed ? context.freshKey() : undefined;
      entry.latest = await context.prepare(
        await updateCall(context, webhook, { changes, token: await currentToken(context, webhook, latest), key }),
      );
    },
    toString: () => `a change of ${member} in webhook ${which + 1}${isKeyed ? ' with a key' : ''}`,
  };
}

async function newValue(context: CheckContext, member: Changeable, { url }: Registration): Promise<Json> {
  if (member === 'AziendaId') return null;
  if (member === 'Url') return `${url}?${context.fresh()}`;
  return member === 'Events' ? [contactTypes(context).update] : context.fresh();
}

/** @param which from 0 */
function deletion(which: number): HistoryStep<WebhookHistory> {
  return {
    check: ({ live }) => live.length > 0,
    run: async ({ live, deleted }, context) => {
      const [entry] = live.splice(Math.min(which, live.length - 1), 1);
      if (entry === undefined) return;
      await withdraw(context, entry.webhook);
      deleted.push(entry.webhook);
    },
    toString: () => `the deletion of webhook ${which + 1}`,
  };
}

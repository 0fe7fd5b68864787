import { typeFiredBy } from '../../api/event-names.ts';
import { isServed } from '../../api/requests.ts';
import { isSuccess, json } from '../../http/answer.ts';
import { withoutHeader } from '../../http/call.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext, PartNeeds } from '../../model/check-context.ts';
import type { Answer, Call } from '../../model/exchange.ts';
import { type Json, memberOf } from '../../model/json.ts';
import type { Webhook } from '../../model/webhook.ts';
import { sameAnswer } from '../../scenarios/idempotency/answers.ts';
import { isRepeating } from '../../scenarios/idempotency/delivered-event.ts';
import { arrivalsByUse, Effects, settled } from '../../scenarios/idempotency/effects.ts';
import { judgeNumbering } from '../../scenarios/idempotency/numbering.ts';
import { judgeOldSubscriptions, oldSubscriptions } from '../../scenarios/idempotency/old-subscriptions.ts';
import { atEach, changeBy, firstUse, keyedOperations, leftAlone, type Use } from '../../scenarios/idempotency/use.ts';
import { wholeEntry } from '../../scenarios/log/log-pages.ts';
import { createObject } from '../../scenarios/operations/creation.ts';
import { operationCases } from '../../scenarios/operations/operation-case.ts';
import { readsOf, shownNow, type Thing } from '../../scenarios/operations/thing.ts';
import { lookUntil } from '../../wait/arrives.ts';

/** Retries of each request. */
const RETRIES = 2;

/** Further retries of a request that acts on an event: with them, more than the deliveries that a target may repeat by itself. */
const RETRIES_OF_REDELIVERIES = 3;

/** A use that is retried, and another of its operation that is not. */
interface Compared {
  readonly use: Use;
  readonly control: Use | undefined;
}

/** IDEM-04: a retry has no further effect: one object, one set of events. */
export const idem04: Check = check('IDEM-04', { isolation: 'shared', weight: 4 }, async (context) => {
  const effects = await Effects.watch(context);
  const { webhook } = effects;
  const compared: Compared[] = [];
  await atEach(context, keyedOperations(context), async (one) => {
    const control = await effects.control(one);
    const use = await firstUse(context, one);
    effects.expect(use);
    compared.push({ use, control });
  });
  const waits: PartNeeds = { from: 'standard', needs: 'deletions' };
  const isSettled = (webhook && (await context.part('the log of deliveries', waits, () => settled(context, webhook)))) === true;
  for (const { use } of compared)
    await context.part(use.one.operation, async () => {
      const more = isRepeating(use.one.operation) && !isSettled ? RETRIES_OF_REDELIVERIES : 0;
      await leftAlone(context, use.object, `A retry (${use.one.operation})`, async () => {
        for (let retry = 0; retry < RETRIES + more; retry += 1) await context.send(use.call);
      });
    });
  if (webhook !== undefined && isSettled) await judgeSettled(context, webhook, compared);
  const subscriptions = await context.part('old subscriptions', waits, () => oldSubscriptions(context));
  await effects.judge('A request and its retries must have one effect');
  if (subscriptions !== undefined) await judgeOldSubscriptions(context, subscriptions);
  // The requests from here on fire events of their own.
  await context.part('retries after changes', { from: 'standard' }, async () => {
    for (const { use } of compared) if (!use.one.staysForGood) await judgeRetryAfterChanges(context, use);
  });
  await context.part('consecutive numbers', { from: 'standard' }, () => judgeNumbering(context));
});

/** Judges that a retry does not undo a later change or deletion of its object (IDEM-04). */
async function judgeRetryAfterChanges(context: CheckContext, use: Use): Promise<void> {
  const { one, call, object } = use;
  if (object === undefined) return;
  const { update, delete: deletion } = object.resource.operations;
  const change = await changeBy(context, object, update);
  if (change !== undefined && isSuccess(await context.send(change))) await judgeLeft(context, use, `${update} of its object`);
  // An act that works again replaces its earlier result.
  if (one.effect.kind === 'act' && !one.effect.once && isSuccess(await context.send(withoutHeader(call, 'Idempotency-Key'))))
    await judgeLeft(context, use, `another ${one.operation}`);
  const removal = await changeBy(context, object, deletion);
  if (removal === undefined || !isSuccess(await context.send(removal))) return;
  // A target may show deleted objects for a while, even without a retry.
  if ((await shownNow(context, object)) !== undefined && (await isShownWhenDeleted(context, object))) return;
  await context.send(call);
  context.judge((await shownNow(context, object)) === undefined, {
    message: `A retry (${one.operation}) after ${deletion} must not bring the object back.`,
    expected: 'no such object',
    actual: 'the object is shown again',
  });
}

/** Judges that a retry changes nothing that the GETs of its object show. GETs that differ without any change are left out. */
async function judgeLeft(context: CheckContext, { one, call, object }: Use, since: string): Promise<void> {
  if (object?.resource.operations.create === undefined) return;
  const own = readsOf(object);
  const known: { readonly get: Call; readonly before: Answer }[] = [];
  for (const { operation, callFor } of operationCases(context, object.company)) {
    if (!own.includes(operation)) continue;
    const { call: get } = await callFor(object);
    const before = await context.send(get);
    if (isSuccess(before) && sameAnswer(before, await context.send(get))) known.push({ get, before });
  }
  await context.send(call);
  for (const { get, before } of known) {
    const after = await context.send(get);
    context.judge(sameAnswer(before, after), {
      message: `A retry (${one.operation}) after ${since} must leave the object as it was (${get.operation}).`,
      expected: before.body,
      actual: after.body,
    });
  }
}

/** Whether the target still shows an object that was made and deleted without a key. */
async function isShownWhenDeleted(context: CheckContext, { resource, company }: Thing): Promise<boolean> {
  const object = await createObject(context, resource.name, company);
  const removal = await changeBy(context, object, resource.operations.delete);
  if (removal !== undefined) await context.prepare(removal);
  return (await shownNow(context, object)) !== undefined;
}

/**
 * Retries requests that act on an event, each time after all due deliveries have ended: a target may merge a new delivery with one that is
 * still under way. Judges that the log has kept what it says of the deliveries (IDEM-04).
 */
async function judgeSettled(context: CheckContext, webhook: Webhook, compared: readonly Compared[]): Promise<void> {
  const repeating = compared.filter(({ use }) => isRepeating(use.one.operation));
  for (let round = 0; round < RETRIES_OF_REDELIVERIES && repeating.length > 0; round += 1) {
    if (!(await settled(context, webhook))) return;
    for (const { use } of repeating) await context.send(use.call);
  }
  if (!isServed(context, 'getEvento') || !(await settled(context, webhook))) return;
  for (const { use, control } of compared) {
    // The log of a target need not show attempts. If it does without retries, it must after them.
    const expected = control && (await attemptsNoted(context, webhook, control));
    if (expected === undefined || expected === 0) continue;
    let actual: number | undefined;
    await lookUntil(context, async () => {
      actual = await attemptsNoted(context, webhook, use);
      return actual !== 0;
    });
    context.judge(actual !== 0, {
      message: `A retry (${use.one.operation}) must leave the earlier attempts of deliveries in the log.`,
      expected: `at least one attempt, as without a retry (${expected})`,
      actual: 'none',
    });
  }
}

/** How many attempts to deliver the event of a use the log shows; undefined if the event did not come or cannot be read. */
async function attemptsNoted(context: CheckContext, webhook: Webhook, use: Use): Promise<number | undefined> {
  const { operation } = use.one;
  const type = typeFiredBy(operation, context.target);
  const arrivals = arrivalsByUse(context, webhook, [use])().get(use) ?? [];
  const own = arrivals.find(({ evento }) => isRepeating(operation) || evento.type === type);
  if (own === undefined) return undefined;
  const call = (await context.api()).call('getEvento', { company: context.target.companies[0], id: String(own.evento.eventGuid) });
  const deliveries = memberOf(await wholeEntry(context, call, json(await context.send(call))), 'deliveries');
  if (!Array.isArray(deliveries)) return undefined;
  const attempts = memberOf(
    deliveries.find((delivery: Json) => String(memberOf(delivery, 'webhookId')) === webhook.id) ?? null,
    'attempts',
  );
  return Array.isArray(attempts) ? attempts.length : 0;
}

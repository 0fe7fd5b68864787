import { typeFiredBy } from '../../api/event-names.ts';
import { isServed } from '../../api/requests.ts';
import type { OperationId } from '../../generated/operations.ts';
import { resources } from '../../generated/resources.ts';
import { isSuccess, json } from '../../http/answer.ts';
import { withoutHeader } from '../../http/call.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext, PartNeeds } from '../../model/check-context.ts';
import type { Call } from '../../model/exchange.ts';
import { type Json, memberOf, sameJson, writeJson } from '../../model/json.ts';
import type { Webhook } from '../../model/webhook.ts';
import type { Arrival } from '../../scenarios/deliveries/arrivals.ts';
import { arrivalsByUse, settled } from '../../scenarios/idempotency/arrivals-by-use.ts';
import { isRepeating } from '../../scenarios/idempotency/delivered-event.ts';
import { sameAnswer } from '../../scenarios/idempotency/keyed-answer.ts';
import { atEach, changeBy, firstUse, type KeyedUse, keyedOperations, leftAlone } from '../../scenarios/idempotency/keyed-use.ts';
import { judgeNumbering } from '../../scenarios/idempotency/numbering.ts';
import { judgeOldSubscriptions, oldSubscriptions } from '../../scenarios/idempotency/old-subscriptions.ts';
import { OperationEffects } from '../../scenarios/idempotency/operation-effects.ts';
import { wholeEntry } from '../../scenarios/log/whole-entry.ts';
import { createObject } from '../../scenarios/operations/creation.ts';
import { operationCases } from '../../scenarios/operations/operation-case.ts';
import { readsOf, type StoredObject, shownNow } from '../../scenarios/operations/stored-object.ts';

/** Returns which GET shows an object differently now. Undefined if none does. */
type Changes = () => Promise<string | undefined>;

/** Retries of each request. */
const RETRIES = 2;

/** Further retries of a request that acts on an event: with them, more than the deliveries that a target may repeat by itself. */
const RETRIES_OF_REDELIVERIES = 3;

/** IDEM-04: a retry has no further effect: one object, one set of events. */
export const idem04: Check = check('IDEM-04', { isolation: 'shared', weight: 4 }, async (context) => {
  const effects = await OperationEffects.watch(context);
  const { webhook } = effects;
  const uses: KeyedUse[] = [];
  await atEach(context, keyedOperations(context), async (one) => {
    if (!one.staysForGood) effects.control(await firstUse(context, one));
    const use = await firstUse(context, one);
    effects.expect(use);
    uses.push(use);
  });
  const waits: PartNeeds = { from: 'standard', needs: 'deletions' };
  const noted = webhook && (await context.part('the log of deliveries', waits, () => notedSettled(context, webhook, uses)));
  const isMore = ({ one }: KeyedUse): boolean => noted === undefined && isRepeating(one.operation);
  for (const use of uses)
    await context.part(use.one.operation, () => judgeRetries(context, use, isMore(use) ? RETRIES + RETRIES_OF_REDELIVERIES : RETRIES));
  if (webhook !== undefined && noted !== undefined) await judgeSettled(context, webhook, uses, noted);
  const subscriptions = await context.part('old subscriptions', waits, () => oldSubscriptions(context));
  await effects.judge('A request and its retries must have one effect');
  if (subscriptions !== undefined) await judgeOldSubscriptions(context, subscriptions);
  // The requests from here on fire events of their own.
  await context.part('retries after changes', { from: 'standard' }, async () => {
    for (const use of uses.filter(({ one }) => !one.staysForGood)) await judgeRetryAfterChanges(context, use);
  });
  await context.part('consecutive numbers', { from: 'standard' }, () => judgeNumbering(context));
});

async function judgeRetries(context: CheckContext, use: KeyedUse, retries: number): Promise<void> {
  await leftAlone(context, use.object, `A retry (${use.one.operation})`, async () => {
    for (let retry = 0; retry < retries; retry += 1) await context.send(use.call);
  });
}

/** Judges that a retry does not undo a later change or deletion of its object (IDEM-04). */
async function judgeRetryAfterChanges(context: CheckContext, use: KeyedUse): Promise<void> {
  const { one, call, object } = use;
  if (object === undefined) return;
  const { update, delete: deletion } = object.resource.operations;
  const change = await changeBy(context, object, update);
  if (change !== undefined && isSuccess(await context.send(change))) {
    await judgeLeft(context, use, `${update} of its object`);
  }
  // An act that works again replaces its earlier result.
  if (one.effect.kind === 'act' && !one.effect.once && isSuccess(await context.send(withoutHeader(call, 'Idempotency-Key'))))
    await judgeLeft(context, use, `another ${one.operation}`);
  const removal = await changeBy(context, object, deletion);
  if (removal === undefined || !isSuccess(await context.send(removal))) return;
  // A target may show deleted objects for a while, even without a retry.
  if ((await shownNow(context, object)) !== undefined && (await isShownWhenDeleted(context, object))) return;
  await context.send(call);
  const shown = await shownNow(context, object);
  context.judge(shown === undefined, {
    message: `A retry (${one.operation}) after ${deletion} must not bring the object back.`,
    expected: 'no such object',
    actual: 'the object is shown again',
  });
}

/** Judges that a retry changes nothing that the GETs of its object show. */
async function judgeLeft(context: CheckContext, { one, call, object }: KeyedUse, since: string): Promise<void> {
  if (object === undefined) return;
  const changes = await everywhere(context, object);
  await context.send(call);
  const changed = await changes();
  context.judge(changed === undefined, {
    message: `A retry (${one.operation}) after ${since} must leave the object as it was.`,
    expected: 'the same answer as before the retry',
    actual: `another answer of ${changed}`,
  });
}

/** Whether the target still shows an object that was made and deleted without a key. */
async function isShownWhenDeleted(context: CheckContext, { resource, company }: StoredObject): Promise<boolean> {
  const object = await createObject(context, resource.name, company);
  const removal = await changeBy(context, object, resource.operations.delete);
  if (removal !== undefined) await context.prepare(removal);
  return (await shownNow(context, object)) !== undefined;
}

/** Remembers what each GET of an object shows. GETs whose answers differ without any change are left out. */
async function everywhere(context: CheckContext, object: StoredObject): Promise<Changes> {
  const own = readsOf(object);
  const cases = operationCases(context, object.company).filter(({ operation }) => own.includes(operation));
  const known: { readonly call: Call; readonly what: string; readonly before: Awaited<ReturnType<CheckContext['send']>> }[] = [];
  for (const one of resources[object.resource.name].operations.create === undefined ? [] : cases) {
    const { call } = await one.callFor(object);
    const before = await context.send(call);
    if (isSuccess(before) && sameAnswer(before, await context.send(call))) known.push({ call, what: one.operation, before });
  }
  return async () => {
    for (const { call, what, before } of known) if (!sameAnswer(before, await context.send(call))) return what;
    return undefined;
  };
}

/** What the log says of the deliveries of each use when none is under way; undefined if deliveries do not end. */
async function notedSettled(
  context: CheckContext,
  webhook: Webhook,
  uses: readonly KeyedUse[],
): Promise<ReadonlyMap<string, Json> | undefined> {
  const about = arrivalsByUse(context, webhook, uses);
  if (!(await settled(context, webhook))) return undefined;
  const guids = [...about()].flatMap(([{ one }, arrivals]) => ownGuids(context, one.operation, arrivals));
  return await notedDeliveries(context, webhook, new Set(guids));
}

/**
 * Retries requests that act on an event, each time after all due deliveries have ended: a target may merge a new delivery with one that is
 * still under way. Judges that the log has kept its entries about the deliveries (IDEM-04).
 */
async function judgeSettled(
  context: CheckContext,
  webhook: Webhook,
  uses: readonly KeyedUse[],
  before: ReadonlyMap<string, Json>,
): Promise<void> {
  const repeating = uses.filter(({ one }) => isRepeating(one.operation));
  for (let round = 0; round < RETRIES_OF_REDELIVERIES && repeating.length > 0; round += 1) {
    if (!(await settled(context, webhook))) return;
    for (const { call } of repeating) await context.send(call);
  }
  if (!(await settled(context, webhook))) return;
  const after = await notedDeliveries(context, webhook, before.keys());
  for (const [guid, noted] of before) {
    // The entry of a delivery that is under way may still change.
    const kept = after.get(guid);
    if (kept !== undefined && memberOf(noted, 'state') === 'delivered') judgeKept(context, noted, kept);
  }
}

/** The events that an operation fired or delivered again, without those of the operations before it. */
function ownGuids(context: CheckContext, operation: OperationId, arrivals: readonly Arrival[]): readonly string[] {
  const type = typeFiredBy(operation, context.target);
  return arrivals.filter(({ evento }) => isRepeating(operation) || evento.type === type).map(({ evento }) => String(evento.eventGuid));
}

/** The log's entries about deliveries to a webhook, as far as they can be read. */
async function notedDeliveries(context: CheckContext, { id }: Webhook, guids: Iterable<string>): Promise<ReadonlyMap<string, Json>> {
  const found = new Map<string, Json>();
  if (!isServed(context, 'getEvento')) return found;
  const api = await context.api();
  for (const guid of guids) {
    const call = api.call('getEvento', { company: context.target.companies[0], id: guid });
    const deliveries = memberOf(await wholeEntry(context, call, json(await context.send(call))), 'deliveries');
    // An event that cannot be read proves nothing. One without the delivery has lost it.
    if (Array.isArray(deliveries))
      found.set(guid, deliveries.find((delivery: Json) => String(memberOf(delivery, 'webhookId')) === id) ?? null);
  }
  return found;
}

/** Judges that the log keeps the earlier attempts. There may be more, since a target may repeat a delivery by itself. */
function judgeKept(context: CheckContext, before: Json, after: Json): void {
  const [noted, kept] = [attemptsIn(before), attemptsIn(after)];
  const isKept = noted.every((attempt) => kept.some((other) => sameJson(attempt, other)));
  const [count, countAfter] = [before, after].map((delivery) => Number(memberOf(delivery, 'attemptCount') ?? 0));
  context.judge(isKept && (count ?? 0) <= (countAfter ?? 0), {
    message: 'A retry must leave the earlier attempts of deliveries in the log.',
    expected: writeJson(before),
    actual: writeJson(after),
  });
}

function attemptsIn(delivery: Json | undefined): readonly Json[] {
  const attempts = memberOf(delivery, 'attempts');
  return Array.isArray(attempts) ? attempts : [];
}

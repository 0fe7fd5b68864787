import { typeFiredBy } from '../../api/event-names.ts';
import { headerNames } from '../../api/header-names.ts';
import { isServed } from '../../api/requests.ts';
import { operations } from '../../generated/operations.ts';
import { resources } from '../../generated/resources.ts';
import { isSuccess, json } from '../../http/answer.ts';
import { withHeader } from '../../http/call.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Answer, Call } from '../../model/exchange.ts';
import { type Json, memberOf } from '../../model/json.ts';
import type { Company } from '../../model/target.ts';
import type { Webhook } from '../../model/webhook.ts';
import { asOtherUser } from '../as-other-user.ts';
import { isAboutId } from '../deliveries/about-object.ts';
import { arrivalsAt } from '../deliveries/arrivals.ts';
import type { KeyedUse } from '../idempotency/keyed-use.ts';
import { asUse, firstUse, freshCall } from '../idempotency/keyed-use.ts';
import { guidOf } from '../log/log-pages.ts';
import { newestEntries, newestGuids } from '../log/newest-events.ts';
import { oncePerRun } from '../once-per-run.ts';
import { type OperationCase, operationCases } from '../operations/operation-case.ts';
import { isSparing } from '../sparingly.ts';
import { createWebhook } from '../webhooks/create-webhook.ts';
import { withdraw } from '../webhooks/registration.ts';
import { eventScenario } from './event-scenario.ts';

/** The event of a call with a key. */
export interface KeyedEvent {
  readonly type: string;
  readonly guid: string;
  /** What the list showed of the event before the call was sent again, and a GET after; undefined if it was not, or they show none. */
  readonly logged: readonly [before: Json | undefined, after: Json | undefined];
}

/** What two users did under the same key at every operation that fires an event. Afterwards the first user sent all of it again. */
export interface KeyedEvents {
  readonly events: readonly KeyedEvent[];
  /** The EventGuids of the newest events, as the list showed them before the repetition and after. */
  readonly orders: readonly [before: readonly string[], after: readonly string[]];
}

interface Done {
  readonly type: string;
  readonly use: KeyedUse;
  readonly isReplayed: boolean;
}

/**
 * Calls every operation that fires an event with a key, as two users with the same key, and then again with another application id. Once
 * per run, for checks that run alone; undefined below the standard budget.
 */
export const keyedEvents: (context: CheckContext) => Promise<KeyedEvents | undefined> = oncePerRun(async (context) => {
  if (context.isQuick || isSparing(context)) return undefined;
  const [company] = context.target.companies;
  const { types } = await eventScenario(context);
  const webhook = await createWebhook(context, company, types, { lasting: true });
  const keyed = await followed(context, webhook, types, company);
  await withdraw(context, webhook);
  return keyed;
}, 'a lost answer');

async function followed(context: CheckContext, webhook: Webhook, types: readonly string[], company: Company): Promise<KeyedEvents> {
  const asOther = await asOtherUser(context);
  const all: Done[] = [];
  for (const one of operationCases(context, company).filter(({ operation }) => operations[operation].acceptsKey)) {
    const type = typeFiredBy(one.operation, context.target);
    if (type === undefined || !types.includes(type)) continue;
    await context.part(`${one.operation} with a key`, async () => {
      const use = await firstUse(context, one);
      all.push({ type, use, isReplayed: true });
      const others = asOther && (await useOfOther(context, one, use.key, asOther));
      if (others) all.push({ type, use: others, isReplayed: false });
    });
  }
  const toldOf = (): readonly (Done & { readonly guid: string })[] =>
    all.flatMap((done) => {
      const guid = guidFor(context, webhook, done);
      return guid === undefined ? [] : [{ ...done, guid }];
    });
  await webhook.endpoint.arrives(() => toldOf().length === all.length, context.target.timing.deliveryWithinMs);
  const told = toldOf();
  const guids = told.map(({ guid }) => guid);
  const { entries } = await newestEntries(context, company, guids);
  const { applicationId } = headerNames(context.target.service.headerWord);
  for (const { use, isReplayed } of all) if (isReplayed) await context.send(withHeader(use.call, applicationId, context.fresh()));
  const orderAfter = await newestGuids(context, company, guids);
  const events: KeyedEvent[] = [];
  for (const { type, guid, isReplayed } of told) {
    const before = memberOf(
      entries.find((entry) => guidOf(entry) === guid),
      'evento',
    );
    events.push({ type, guid, logged: isReplayed ? [before, await loggedOf(context, company, guid)] : [undefined, undefined] });
  }
  return { events, orders: [entries.map(guidOf), orderAfter] };
}

/** Calls the operation as another user, under the first user's key; undefined if it is refused. */
async function useOfOther(
  context: CheckContext,
  one: OperationCase,
  key: string,
  asOther: (call: Call) => Call,
): Promise<KeyedUse | undefined> {
  const prepared = await freshCall(context, one, key);
  const answer: Answer = await context.send(asOther(prepared.call));
  return isSuccess(answer) ? await asUse(one, key, prepared, answer) : undefined;
}

/** The EventGuid of the event; undefined if it did not come. */
function guidFor(context: CheckContext, webhook: Webhook, { type, use: { one, object } }: Done): string | undefined {
  const { of, resource } = one.effect;
  if (object === undefined) return undefined;
  const own = arrivalsAt(webhook).find(
    ({ evento }) => evento.type === type && isAboutId(context, resources[of ?? resource], object.id, evento),
  );
  return own === undefined ? undefined : String(own.evento.eventGuid);
}

async function loggedOf(context: CheckContext, company: Company, guid: string): Promise<Json | undefined> {
  if (!isServed(context, 'getEvento')) return undefined;
  const answer = await context.send((await context.api()).call('getEvento', { company, id: guid }));
  return isSuccess(answer) ? memberOf(json(answer), 'evento') : undefined;
}

import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { JUDGED } from '../../model/evidence.ts';
import { isObject, type Json, type JsonObject, memberOf, parseJson, sameJson } from '../../model/json.ts';
import { Inconclusive, lacking } from '../../model/verdict.ts';
import type { Webhook } from '../../model/webhook.ts';
import type { LoggedEvent } from '../../scenarios/events/event-log.ts';
import { eventScenario } from '../../scenarios/events/event-scenario.ts';
import { firedEvents } from '../../scenarios/events/fired-events.ts';
import type { Redelivery } from '../../scenarios/events/redelivery.ts';
import type { ReplayedEvents } from '../../scenarios/events/replayed-events.ts';
import { unheardEvent } from '../../scenarios/log/watched-log.ts';
import { judgeAskedWhileWaiting, judgeRefusedConnection, judgeShown } from '../../scenarios/retries/judge-shown.ts';
import { attemptsTo, deliveryTo, shown } from '../../scenarios/retries/shown-deliveries.ts';

/** EVT-14: the log shows each event once, newest first, as delivered, with what became of each delivery; a redelivery changes no event. */
export const evt14: Check = check(
  'EVT-14',
  { isolation: 'quiet', weight: 1, awaitsDelivery: true },
  async (context) => {
    const { log, redeliveries, orderAfter, subscriptions } = await eventScenario(context);
    if (log === undefined) throw lacking('the log of events is not both listed and read (surface.eventoList, surface.eventoGet)');
    if (log.events.length === 0) throw new Inconclusive('no event came that the log could show');
    judgeOrder(context, log.events);
    for (const event of log.events) judgeEvent(context, event);
    for (const redelivery of redeliveries) judgeRedelivery(context, redelivery);
    judgeSameOrder(context, log.order, orderAfter, 'they were redelivered');
    const fired = await context.part('events whose requests are sent again under their keys', () => firedEvents(context));
    if (fired?.replayed !== undefined) judgeReplayed(context, fired.replayed);
    await judgeShown(context);
    await context.part('events that are redelivered while they wait for a retry', { from: 'standard' }, () =>
      judgeAskedWhileWaiting(context),
    );
    await context.part('refused connections', { from: 'standard' }, () => judgeRefusedConnection(context));
    for (const { webhook } of subscriptions) {
      for (const entry of log.listedToOther) judgeNotTheirs(context, 'listEvento', entry, webhook);
    }
    await judgeUnheard(context, log.events);
  },
  { what: 'an event that no webhook asks for (not at the quick budget)', act: unheardEvent },
);

/** The control: the log shows events of this type and company that webhooks asked for. */
async function judgeUnheard(context: CheckContext, events: readonly LoggedEvent[]): Promise<void> {
  const unheard = await unheardEvent(context);
  const { id } = context.target.companies[0];
  const isLogged = events.some(
    ({ type, listed, delivered }) => type === unheard?.type && listed.length > 0 && String(delivered.evento.companyId) === id,
  );
  if (unheard === undefined || !isLogged) return;
  context.judge((await unheard.isListed) !== false, {
    message: `listEvento must show each event (${unheard.type}), even one that no webhook asked for when it was fired.`,
    expected: 'an entry for it',
    actual: 'none',
  });
}

/** The order of the calls decides, not the times in the log: several nodes may log nearly simultaneous events at once. */
function judgeOrder(context: CheckContext, events: readonly LoggedEvent[]): void {
  const listed = events.filter(({ place }) => place >= 0);
  for (const [index, later] of listed.entries()) {
    const earlier = listed[index - 1];
    if (earlier === undefined) continue;
    context.judge(later.place < earlier.place, {
      message: 'listEvento must show the newest event first.',
      expected: `${later.type} before ${earlier.type}, whose call was answered earlier`,
      actual: `${later.type} as entry ${later.place + 1}, ${earlier.type} as entry ${earlier.place + 1}`,
    });
  }
}

/** Neither a redelivery nor a repeated request makes an event newer. */
function judgeSameOrder(context: CheckContext, before: readonly string[], after: readonly string[], what: string): void {
  const [earlier, later] = [before.filter((guid) => after.includes(guid)), after.filter((guid) => before.includes(guid))];
  const at = earlier.findIndex((guid, index) => later[index] !== guid);
  context.judge(at === -1, {
    message: `listEvento must keep the order of events after ${what}.`,
    expected: `${earlier[at]} as entry ${at + 1}`,
    actual: `${later[at]}`,
  });
}

/** A request that is sent again is no event, and leaves the first event in the log unchanged. */
function judgeReplayed(context: CheckContext, { events, orders: [before, after] }: ReplayedEvents): void {
  judgeSameOrder(context, before, after, 'their requests were sent again under their keys');
  for (const { type, before: first, after: then } of events) {
    context.judge(sameJson(first, then), {
      message: `getEvento must show an event (${type}) unchanged after its request was sent again under its key.`,
      expected: shown(first),
      actual: shown(then),
    });
  }
}

function judgeEvent(context: CheckContext, event: LoggedEvent): void {
  const { type, delivered, listed, isRead, read, readByOther, entriesForOther = 1, webhooks } = event;
  const evento = parseJson(delivered.attempt.body.toString('utf8'));
  context.judge(listed.length === 1, {
    message: `listEvento must show each event (${type}) once.`,
    expected: 'one entry',
    actual: `${listed.length} entries`,
  });
  context.judge(readByOther === undefined || entriesForOther === 1, {
    message: `listEvento must show each event (${type}) once to every user that getEvento shows it to, delivered to them or not.`,
    expected: 'one entry for another user',
    actual: `${entriesForOther} entries`,
  });
  for (const [operation, entry] of [['listEvento', listed[0]] as const, ...(isRead ? [['getEvento', read] as const] : [])]) {
    const logged = memberOf(entry, 'evento');
    context.judge(sameJson(logged, evento), {
      message: `${operation} must show an event (${type}) as it was delivered.`,
      expected: shown(evento),
      actual: shown(logged),
    });
    for (const { id } of webhooks) judgeDelivery(context, `${operation} (${type})`, deliveryTo(entry, id));
  }
  for (const webhook of webhooks) {
    judgeNotTheirs(context, `getEvento (${type})`, readByOther, webhook);
  }
}

function judgeNotTheirs(context: CheckContext, where: string, entry: Json | undefined, { id }: Webhook): void {
  context.judge(deliveryTo(entry, id) === undefined, {
    message: `${where} must not show another user a delivery to a webhook that is not theirs.`,
    expected: 'no such delivery',
    actual: `the delivery to webhook ${id}`,
  });
}

/**
 * Every delivery was confirmed. If attempts are shown, attemptCount is their number, and the last one was confirmed. The receiver may have
 * seen more (a worker that dies before it notes an attempt makes it again, D-09) or fewer (an attempt without a connection).
 */
function judgeDelivery(context: CheckContext, where: string, delivery: Json | undefined): void {
  const [attempts, count] = [memberOf(delivery, 'attempts'), memberOf(delivery, 'attemptCount')];
  const statuses = Array.isArray(attempts) ? attempts.map((attempt: Json) => memberOf(attempt, 'status')) : [];
  const isCounted = typeof count === 'number' && count >= 1;
  const last = statuses.at(-1);
  const isConfirmed = attempts === undefined || (statuses.length === count && typeof last === 'number' && last >= 200 && last <= 299);
  context.judge(memberOf(delivery, 'state') === 'delivered' && isCounted && isConfirmed, {
    message: `${where} must show what became of each delivery.`,
    expected: 'state delivered, at least one attempt, the last one answered 2xx',
    actual: shown(delivery),
  });
}

/** A redelivered event comes again, unchanged and under its EventGuid, to each webhook that it was meant for and that still exists. */
function judgeRedelivery(context: CheckContext, { type, status, gone, arrivals, logged, astray }: Redelivery): void {
  context.judge(status >= 200 && status <= 299, {
    message: `A request to redeliver ${type} must be accepted.`,
    expected: '2xx',
    actual: String(status),
  });
  for (const { webhook, before, after } of arrivals) {
    const [seen, [first]] = [after, before];
    const isSame = seen.length > 0 && first !== undefined && seen.every(({ attempt }) => attempt.body.equals(first.attempt.body));
    context.judge(isSame, {
      message: `A redelivered ${type} must come to webhook ${webhook.id} unchanged.`,
      expected: `another delivery of ${first?.attempt.body.toString('utf8').slice(0, 200)}`,
      actual: seen.map(({ attempt }) => attempt.body.toString('utf8').slice(0, 200)).join(', ') || 'nothing with its EventGuid',
      about: { 'the first delivery': first?.attempt, 'delivered again': seen.map(({ attempt }) => attempt) },
    });
  }
  for (const { webhook, after: came } of arrivals) {
    const [before, after] = [attemptsTo(logged[0], webhook), attemptsTo(logged[1], webhook)];
    if (before === undefined || after === undefined) continue;
    context.judge(came.length === 0 || after.length > before.length, {
      message: `The log must show the attempts at the redelivery of ${type}.`,
      expected: `more than ${before.length} attempts`,
      actual: shown(after),
    });
    const count = memberOf(deliveryTo(logged[1], webhook.id), 'attemptCount');
    context.judge(typeof count !== 'number' || count >= after.length, {
      message: `The attemptCount of a redelivered ${type} must include the attempts before its redelivery.`,
      expected: `an attemptCount of at least ${after.length}`,
      actual: String(count),
    });
    const lost = before.find((attempt) => !after.some((other) => sameJson(attempt, other)));
    context.judge(lost === undefined, {
      message: `The log must keep the attempts at ${type} from before its redelivery.`,
      expected: shown(before),
      actual: shown(after),
    });
  }
  const [earlier, later] = logged.map((entry) => (isObject(entry) ? withoutDeliveries(entry) : undefined));
  context.judge(earlier === undefined || later === undefined || sameJson(earlier, later), {
    message: `The log must show a redelivered ${type} unchanged, except for its deliveries.`,
    expected: shown(earlier),
    actual: shown(later),
  });
  for (const entry of gone === undefined ? [] : logged) {
    context.judge(entry === undefined || memberOf(deliveryTo(entry, gone?.id ?? ''), 'state') === 'delivered', {
      message: `The log must show what became of ${type} at a webhook that was deleted later, even after a redelivery.`,
      expected: `state delivered for webhook ${gone?.id}`,
      actual: shown(memberOf(entry, 'deliveries')),
    });
  }
  const [stray] = astray;
  context.judge(stray === undefined, {
    message: `A redelivered ${type} must not go to a webhook that is new or deleted.`,
    expected: 'nothing',
    actual: String(stray?.evento.type),
    about: { [JUDGED]: stray?.attempt },
  });
}

function withoutDeliveries(entry: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(entry).filter(([name]) => name.toLowerCase() !== 'deliveries'));
}

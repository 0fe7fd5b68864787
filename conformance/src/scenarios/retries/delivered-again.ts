import { isServed } from '../../api/requests.ts';
import { RETRY_DELAYS_MS, RETRY_JITTER } from '../../generated/limits.ts';
import { isSuccess } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Company } from '../../model/target.ts';
import type { Attempt, Endpoint } from '../../model/webhook.ts';
import { eventoOf } from '../../receiver/attempt.ts';
import { nothing } from '../../wait/arrives.ts';
import { MOVES_FOR_RETRY, untilNoted } from '../../wait/due.ts';
import { times } from '../../wait/times.ts';
import { createWebhook } from '../webhooks/create-webhook.ts';
import type { EventTrigger } from './event-trigger.ts';

/** One event on its way to one webhook, which refuses it from now on. */
interface SettledDelivery {
  readonly type: string;
  readonly endpoint: Endpoint;
  /** How it ended, for the report. */
  readonly how: string;
  readonly attempts: readonly Attempt[];
}

/** A delivery, and the attempts that came after the event was requested again. */
interface DeliveredAgain extends SettledDelivery {
  readonly again: readonly Attempt[];
}

/** A wait with its largest jitter and some room. No more than that, because a target does not retry an event that it no longer keeps. */
const longestOf = (waitMs: number): number => waitMs * (1 + RETRY_JITTER) + 60_000;

/** A webhook that confirms every event until it is told to refuse them all. */
export interface LateRefuser {
  refuses: boolean;
  /** The events that it confirmed. */
  readonly confirmed: () => readonly SettledDelivery[];
}

export async function lateRefuser(
  context: CheckContext,
  company: Company,
  types: readonly string[],
  events: readonly EventTrigger[],
): Promise<LateRefuser> {
  const all = events.map((event) => ({ event, attempts: [] as Attempt[] }));
  const state = { refuses: false };
  const { endpoint } = await createWebhook(context, company, types, {
    script: (_index, attempt) => {
      const evento = eventoOf(attempt);
      const one = evento && all.find(({ event }) => event.is(evento));
      one?.attempts.push(attempt);
      return { status: one !== undefined && state.refuses ? 500 : 204 };
    },
  });
  const told = (): readonly SettledDelivery[] =>
    all
      .filter(({ attempts }) => attempts.length > 0)
      .map(({ event, attempts }) => ({ type: event.type(), endpoint, attempts, how: 'was confirmed' }));
  return Object.assign(state, { confirmed: told });
}

/** Requests events again whose deliveries have ended, and moves the clock through all their retries; none without such an operation. */
export async function deliverAgain(
  context: CheckContext,
  company: Company,
  settled: readonly SettledDelivery[],
): Promise<readonly DeliveredAgain[]> {
  if (!isServed(context, 'redeliverEvento')) return [];
  const before = new Map(settled.map((one) => [one, one.attempts.length]));
  // Other rules move the clock too, so a token that was valid before may have expired by now.
  const isTaken = async (id: string): Promise<boolean> =>
    isSuccess(await context.send((await context.api()).call('redeliverEvento', { company, id })));
  const taken = new Set<string>();
  for (const guid of new Set(settled.map(guidOf))) if (await isTaken(guid)) taken.add(guid);
  const countOf = (one: SettledDelivery): number => one.attempts.length - (before.get(one) ?? 0);
  const untilAll = async (some: readonly SettledDelivery[], count: number, withinMs: number): Promise<boolean> => {
    const came = (): boolean => some.every((one) => countOf(one) >= count);
    const endpoints = [...new Set(some.map(({ endpoint }) => endpoint))];
    await Promise.all(
      endpoints.map((endpoint) =>
        endpoint.arrives(() => some.every((one) => one.endpoint !== endpoint || countOf(one) >= count), withinMs),
      ),
    );
    return came();
  };
  const taking = settled.filter((one) => taken.has(guidOf(one)));
  await untilAll(taking, 1, context.target.timing.deliveryWithinMs);
  // A redelivery that did not come has no retries. Other rules judge that it must come.
  const asked = taking.filter((one) => countOf(one) > 0);
  let isWhole = asked.length > 0;
  for (const [index, waitMs] of RETRY_DELAYS_MS.entries()) {
    if (!isWhole) break;
    isWhole = false;
    await untilNoted(context);
    for (let move = 0; move < MOVES_FOR_RETRY && !isWhole; move += 1) {
      await context.advance(longestOf(waitMs));
      isWhole = await untilAll(asked, index + 2, times.afterMoveMs);
    }
  }
  await context.advance(times.retryMoveMs);
  await nothing(context, asked, () => asked.flatMap(({ attempts }) => attempts));
  const followed = asked.map((one) => ({ ...one, again: one.attempts.slice(before.get(one)) }));
  const isKept = new Map<string, boolean>();
  // An event that can no longer be requested was too old to be retried.
  for (const one of followed.filter(({ again }) => again.length <= RETRY_DELAYS_MS.length)) {
    const guid = guidOf(one);
    isKept.set(guid, isKept.get(guid) ?? (await isTaken(guid)));
  }
  return followed.filter((one) => isKept.get(guidOf(one)) !== false);
}

function guidOf({ attempts: [first] }: SettledDelivery): string {
  return String(first && eventoOf(first)?.eventGuid);
}

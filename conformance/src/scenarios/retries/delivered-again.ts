import { RETRY_DELAYS_MS } from '../../generated/limits.ts';
import { isSuccess } from '../../http/answer.ts';
import type { Attempt, Endpoint } from '../../model/attempt.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Company } from '../../model/target.ts';
import { eventoOf } from '../../receiver/attempt.ts';
import { quiet } from '../deliveries/quiet.ts';
import { isServed } from '../is-served.ts';
import { untilNoted } from './until-noted.ts';

/** One event on its way to one webhook, which refuses it from now on. */
export interface SettledDelivery {
  readonly type: string;
  readonly endpoint: Endpoint;
  /** How it ended, for the report. */
  readonly how: string;
  readonly attempts: readonly Attempt[];
}

/** The attempts that came after the event was asked for again. */
export interface DeliveredAgain extends SettledDelivery {
  readonly again: readonly Attempt[];
}

/** Longer than any wait. */
const MOVE_MS = 12 * 3_600_000;
/** Moves for one retry: what was noted after the first falls due by the next. */
const MOVES = 3;
const ARRIVES_WITHIN_MS = 2_500;

/** Asks for events again whose deliveries have ended, and lets the clock run through all their retries; none where the target has no such operation. */
export async function deliverAgain(
  context: CheckContext,
  company: Company,
  settled: readonly SettledDelivery[],
): Promise<readonly DeliveredAgain[]> {
  if (!isServed(context, 'redeliverEvento')) return [];
  const before = new Map(settled.map((one) => [one, one.attempts.length]));
  const taken = new Set<string>();
  for (const guid of new Set(settled.map(guidOf))) {
    const call = (await context.api()).call('redeliverEvento', { company, id: guid });
    if (isSuccess(await context.send(call))) taken.add(guid);
  }
  const asked = settled.filter((one) => taken.has(guidOf(one)));
  const countOf = (one: SettledDelivery): number => one.attempts.length - (before.get(one) ?? 0);
  const untilAll = async (count: number, withinMs: number): Promise<boolean> => {
    const came = (): boolean => asked.every((one) => countOf(one) >= count);
    const endpoints = [...new Set(asked.map(({ endpoint }) => endpoint))];
    await Promise.all(
      endpoints.map((endpoint) => endpoint.until(() => asked.every((one) => one.endpoint !== endpoint || countOf(one) >= count), withinMs)),
    );
    return came();
  };
  let isWhole = await untilAll(1, context.target.timing.deliveryWithinMs);
  for (let retry = 1; isWhole && retry <= RETRY_DELAYS_MS.length; retry += 1) {
    isWhole = false;
    await untilNoted(context);
    for (let move = 0; move < MOVES && !isWhole; move += 1) {
      await context.advance(MOVE_MS);
      isWhole = await untilAll(retry + 1, ARRIVES_WITHIN_MS);
    }
  }
  await context.advance(MOVE_MS);
  await quiet(context, asked, () => asked.flatMap(({ attempts }) => attempts));
  return asked.map((one) => ({ ...one, again: one.attempts.slice(before.get(one)) }));
}

function guidOf({ attempts: [first] }: SettledDelivery): string {
  return String(first && eventoOf(first)?.eventGuid);
}

import fc from 'fast-check';
import type { OutgoingDelivery, ReceiverContext, Reception } from '../../model/receiver-context.ts';
import { Inconclusive } from '../../model/verdict.ts';
import { anyEvent, type SampleEvent, spread } from '../../sender/event.ts';
import { type SignedDelivery, signedDelivery } from '../../sender/signed-delivery.ts';
import { acceptedControl, judgeRefusal } from './refused.ts';

/** How far timestamps stay from the end of the tolerance, so that clock differences and slow networks do not decide. */
const WIDEST_MARGIN_SECONDS = 10;
/** Tolerances below this one leave no room for a margin on both sides. */
const LEAST_TOLERANCE_SECONDS = 8;

/** Attempts to send a delivery that is under way for too long. */
const TRIES = 3;

/** The ages that are judged: up to `within` a timestamp must be accepted, from `beyond` on it must be refused. */
export interface Ages {
  readonly within: number;
  readonly beyond: number;
  readonly marginSeconds: number;
}

/** @throws Inconclusive if the tolerance is too short to judge anything. */
export function agesOf({ target: { toleranceSeconds } }: ReceiverContext): Ages {
  if (toleranceSeconds < LEAST_TOLERANCE_SECONDS)
    throw new Inconclusive(
      `a tolerance of ${toleranceSeconds} s leaves no room for clock differences: start the receiver with ${LEAST_TOLERANCE_SECONDS} s or more, and name it by --tolerance`,
    );
  const marginSeconds = Math.min(WIDEST_MARGIN_SECONDS, Math.floor(toleranceSeconds / 4));
  return { within: toleranceSeconds - marginSeconds, beyond: toleranceSeconds + marginSeconds, marginSeconds };
}

/**
 * Sends a delivery whose timestamp is near the end of the tolerance, and another one if the first took longer than half the margin.
 * @throws Inconclusive if each of them did.
 */
export async function deliverInTime(context: ReceiverContext, { marginSeconds }: Ages, make: () => OutgoingDelivery): Promise<Reception> {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const from = performance.now();
    const reception = await context.deliver(make());
    // The other half of the margin is for the difference between the two clocks.
    if (performance.now() - from < (marginSeconds * 1000) / 2) return reception;
  }
  throw new Inconclusive(
    `deliveries take longer than ${marginSeconds / 2} s, so that a timestamp near the end of the tolerance proves nothing`,
  );
}

/** An event of every type, each with one of these ages. */
export function exampleAges(ages: readonly number[]): readonly AgedCase[] {
  return spread(ages).map(({ event, how }) => ({ event, ageSeconds: how }));
}

/** Ages beyond the tolerance: a little, hours, days, years. */
export function agesBeyond({ beyond }: Ages): fc.Arbitrary<number> {
  return fc.oneof(
    fc.integer({ min: beyond, max: beyond + 120 }),
    fc.integer({ min: beyond, max: beyond + 86_400 }),
    fc.integer({ min: beyond, max: beyond + 40 * 31_557_600 }),
  );
}

interface AgedCase {
  readonly event: SampleEvent;
  readonly ageSeconds: number;
}

/** Judges that rightly signed deliveries of these ages are refused, and that a fresh one of the same event is accepted. */
export async function judgeRefusedAges(
  context: ReceiverContext,
  ages: Ages,
  drawn: fc.Arbitrary<number>,
  examples: readonly number[],
  runs: number,
): Promise<void> {
  const judge = async ({ event, ageSeconds }: AgedCase): Promise<void> => {
    const make = (age: number): SignedDelivery => signedDelivery(context.target.secret, event, context.freshKey(), { ageSeconds: age });
    const aged = await deliverInTime(context, ages, () => make(ageSeconds));
    judgeRefusal(context, aged, describeAge(ageSeconds, context.target.toleranceSeconds));
    await acceptedControl(context, make(0));
  };
  await context.forAll(fc.record({ event: anyEvent, ageSeconds: drawn }), runs, judge, exampleAges(examples));
}

/** An age in words. */
export function describeAge(ageSeconds: number, toleranceSeconds: number): string {
  const where = ageSeconds < 0 ? `${-ageSeconds} s in the future` : `${ageSeconds} s old`;
  return `its timestamp is ${where}, and the tolerance is ${toleranceSeconds} s`;
}

import fc from 'fast-check';
import type { ReceiverContext } from '../../model/receiver-context.ts';
import { Inconclusive } from '../../model/verdict.ts';
import { signedAnew } from '../../sender/signed-delivery.ts';
import type { Form } from './forms.ts';

/** How far timestamps stay from the end of the tolerance, so that clock differences and slow networks do not decide. */
const WIDEST_MARGIN_SECONDS = 10;
/** Tolerances below this one leave no room for a margin on both sides. */
const LEAST_TOLERANCE_SECONDS = 8;

/** Attempts to send a delivery that is under way for too long. */
const TRIES = 3;

/** The ages that are judged. */
export interface Ages {
  /** Up to this one a timestamp must be accepted. */
  readonly within: number;
  /** From this one on it must be refused. */
  readonly beyond: number;
  /** Ages from there on: a little, hours, days, years. */
  readonly anyBeyond: fc.Arbitrary<number>;
  /** A rightly signed delivery of this age; negative for one from the future. */
  readonly aged: (ageSeconds: number) => Form;
}

/** @throws Inconclusive if the tolerance is too short to judge anything. */
export function agesOf({ target: { toleranceSeconds } }: ReceiverContext): Ages {
  if (toleranceSeconds < LEAST_TOLERANCE_SECONDS)
    throw new Inconclusive(
      `a tolerance of ${toleranceSeconds} s leaves no room for clock differences: start the receiver with ${LEAST_TOLERANCE_SECONDS} s or more, and name it by --tolerance`,
    );
  const marginSeconds = Math.min(WIDEST_MARGIN_SECONDS, Math.floor(toleranceSeconds / 4));
  const deliver = deliverWithin(marginSeconds / 2);
  const beyond = toleranceSeconds + marginSeconds;
  return {
    within: toleranceSeconds - marginSeconds,
    beyond,
    anyBeyond: fc.oneof(...[120, 86_400, 40 * 31_557_600].map((more) => fc.integer({ min: beyond, max: beyond + more }))),
    aged: (ageSeconds) => {
      const where = ageSeconds < 0 ? `${-ageSeconds} s in the future` : `${ageSeconds} s old`;
      const what = `its timestamp is ${where}, and the tolerance is ${toleranceSeconds} s`;
      return { what, make: (plain, _at, secret) => signedAnew(secret, plain, ageSeconds), deliver };
    },
  };
}

/** Sends a delivery again if it took longer than this. The other half of the margin is for the difference between the two clocks. */
function deliverWithin(seconds: number): NonNullable<Form['deliver']> {
  return async (context, make) => {
    for (let attempt = 0; attempt < TRIES; attempt += 1) {
      const from = performance.now();
      const reception = await context.deliver(make());
      if (performance.now() - from < seconds * 1000) return reception;
    }
    throw new Inconclusive(`deliveries take longer than ${seconds} s, so that a timestamp near the end of the tolerance proves nothing`);
  };
}

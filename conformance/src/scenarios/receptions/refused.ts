import fc from 'fast-check';
import type { OutgoingDelivery, ReceiverContext, Reception } from '../../model/receiver-context.ts';
import { Inconclusive } from '../../model/verdict.ts';
import { anyEvent, type SampleEvent, spread } from '../../sender/event.ts';
import { type SignedDelivery, signedDelivery } from '../../sender/signed-delivery.ts';

export function judgeRefusal(context: ReceiverContext, { accepted, answered }: Reception, what: string): void {
  context.judge(!accepted, { message: `The delivery must be refused: ${what}.`, expected: 'any status but 2xx', actual: answered });
}

/** A refusal proves something only if the right delivery is accepted. @throws Inconclusive if it is not */
export async function acceptedControl(context: ReceiverContext, control: OutgoingDelivery): Promise<void> {
  const { accepted, answered } = await context.deliver(control);
  if (!accepted)
    throw new Inconclusive(
      `a right delivery is not accepted either (${answered}): see RCV-01, and check that address, secret and header word are the receiver's`,
    );
}

/** One way to spoil a right delivery. */
export interface Spoiling {
  /** What is wrong then, as the end of a sentence. */
  readonly what: string;
  /** @param at where to spoil it, from 0 to below 1, for ways that fit many places */
  readonly spoil: (delivery: SignedDelivery, at: number, secret: string) => Partial<OutgoingDelivery>;
}

/** Judges that deliveries of all types are refused, spoiled in each of these ways. @param runs drawn cases, besides one of each way */
export async function judgeSpoilings(context: ReceiverContext, ways: readonly Spoiling[], runs: number): Promise<void> {
  const cases = fc.record({ event: anyEvent, how: fc.constantFrom(...ways), at: fc.nat({ max: 999_999 }), controlFirst: fc.boolean() });
  const examples = spread(ways).map((example, index) => ({ ...example, at: (index * 7919) % 1_000_000, controlFirst: index % 2 === 0 }));
  await context.forAll(cases, runs, (one) => judgeSpoiled(context, one), examples);
}

interface SpoiledCase {
  readonly event: SampleEvent;
  readonly how: Spoiling;
  readonly at: number;
  /** Whether the right one comes first, so that the receiver knows the event of the spoiled one. */
  readonly controlFirst: boolean;
}

/** @throws Inconclusive if the right delivery is refused too */
async function judgeSpoiled(context: ReceiverContext, { event, how, at, controlFirst }: SpoiledCase): Promise<void> {
  const { secret } = context.target;
  const control = signedDelivery(secret, event, context.freshKey());
  const spoiled = { ...control, ...how.spoil(control, at / 1_000_000, secret) };
  if (controlFirst) await acceptedControl(context, control);
  judgeRefusal(context, await context.deliver(spoiled), how.what);
  if (!controlFirst) await acceptedControl(context, control);
}

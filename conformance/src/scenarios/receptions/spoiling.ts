import fc from 'fast-check';
import type { ReceiverContext } from '../../model/receiver-context.ts';
import type { OutgoingDelivery } from '../../model/reception.ts';
import { anyEvent, type SampleEvent } from '../../sender/event.ts';
import { type SignedDelivery, signedDelivery } from '../../sender/signed-delivery.ts';
import { judgeRefused } from './refused.ts';
import { spread } from './spread.ts';

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
  readonly controlFirst: boolean;
}

async function judgeSpoiled(context: ReceiverContext, { event, how, at, controlFirst }: SpoiledCase): Promise<void> {
  const { secret } = context.target;
  const control = signedDelivery(secret, event, context.freshKey());
  const spoiled = { ...control, ...how.spoil(control, at / 1_000_000, secret) };
  await judgeRefused(context, { spoiled, control, what: how.what, controlFirst });
}

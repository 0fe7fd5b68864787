import fc from 'fast-check';
import type { OutgoingDelivery, ReceiverContext, Reception } from '../../model/receiver-context.ts';
import { Inconclusive } from '../../model/verdict.ts';
import { anyEvent, type SampleEvent, spread } from '../../sender/event.ts';
import { type SignedDelivery, signedDelivery } from '../../sender/signed-delivery.ts';

/** One form of a delivery, valid or not. It is made from the plain delivery of an event, which a receiver must accept. */
export interface Form {
  /** What is unusual or wrong, as the end of a sentence. */
  readonly what: string;
  /** @param at where to change it, from 0 to below 1, for forms that fit many places */
  readonly make: (plain: SignedDelivery, at: number, secret: string) => Partial<OutgoingDelivery>;
  /** How it is sent, if not as usual. It then has an event of its own, and the plain one follows it. */
  readonly deliver?: (context: ReceiverContext, make: () => OutgoingDelivery) => Promise<Reception>;
}

/** How the cases of a rule are chosen. */
export interface Choice {
  /** The number of drawn cases, besides one of each example. */
  readonly runs: number;
  /** Forms to draw from, if not the examples. */
  readonly drawn?: fc.Arbitrary<Form>;
  /** Makes an event simpler before it is written in one of the forms. */
  readonly simpler?: (event: SampleEvent) => SampleEvent;
}

interface Case {
  readonly event: SampleEvent;
  readonly form: Form;
  readonly at: number;
  /** Whether the plain delivery comes first, so that the receiver knows the event of one that it must refuse. */
  readonly plainFirst: boolean;
}

/** Judges that the receiver accepts, or refuses, deliveries of all types in each of these forms. */
export async function judgeForms(
  context: ReceiverContext,
  must: 'accept' | 'refuse',
  examples: readonly Form[],
  { runs, drawn = fc.constantFrom(...examples), simpler = (event) => event }: Choice,
): Promise<void> {
  const cases = fc.record({ event: anyEvent, form: drawn, at: fc.nat({ max: 999_999 }), plainFirst: fc.boolean() });
  const listed = spread(examples).map(
    ({ event, how }, index): Case => ({ event, form: how, at: (index * 7919) % 1_000_000, plainFirst: index % 2 === 0 }),
  );
  const judge = must === 'accept' ? judgeAccepted : judgeRefused;
  await context.forAll(cases, runs, (one) => judge(context, { ...one, event: simpler(one.event) }), listed);
}

async function judgeAccepted(context: ReceiverContext, { event, form, at }: Case): Promise<void> {
  const { accepted, answered } = await deliver(context, form, at, fresh(context, event));
  // If the plain delivery is refused too, the refusal has another reason.
  if (!accepted) await acceptsPlain(context, fresh(context, event));
  context.judge(accepted, { message: `The delivery is valid and must be accepted: ${form.what}.`, expected: '2xx', actual: answered });
}

async function judgeRefused(context: ReceiverContext, { event, form, at, plainFirst }: Case): Promise<void> {
  const plain = fresh(context, event);
  const isFirst = plainFirst && form.deliver === undefined;
  if (isFirst) await acceptsPlain(context, plain);
  const { accepted, answered } = await deliver(context, form, at, form.deliver ? fresh(context, event) : plain);
  context.judge(!accepted, { message: `The delivery must be refused: ${form.what}.`, expected: 'any status but 2xx', actual: answered });
  if (!isFirst) await acceptsPlain(context, plain);
}

async function deliver(context: ReceiverContext, form: Form, at: number, plain: SignedDelivery): Promise<Reception> {
  const make = (): OutgoingDelivery => ({ ...plain, ...form.make(plain, at / 1_000_000, context.target.secret) });
  return await (form.deliver?.(context, make) ?? context.deliver(make()));
}

function fresh(context: ReceiverContext, event: SampleEvent): SignedDelivery {
  return signedDelivery(context.target.secret, event, context.freshKey());
}

/** A refusal proves something only if a plain delivery is accepted. @throws Inconclusive if it is not */
export async function acceptsPlain(context: ReceiverContext, plain: OutgoingDelivery): Promise<void> {
  const { accepted, answered } = await context.deliver(plain);
  if (!accepted)
    throw new Inconclusive(
      `a right delivery is not accepted either (${answered}): see RCV-01, and check that address, secret and header word are the receiver's`,
    );
}

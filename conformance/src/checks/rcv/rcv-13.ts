import fc from 'fast-check';
import { type Check, receiverCheck } from '../../model/check.ts';
import type { OutgoingDelivery, ReceiverContext } from '../../model/receiver-context.ts';
import { acceptsPlain } from '../../scenarios/receptions/forms.ts';
import { anyEvent, exampleEvents, type SampleEvent } from '../../sender/event.ts';
import { headerOf, type SignedDelivery, signedAnew, signedDelivery } from '../../sender/signed-delivery.ts';

/** Deliveries of one event that are sent at once. */
const AT_ONCE = 6;

type Attempts = (delivery: SignedDelivery, context: ReceiverContext) => readonly OutgoingDelivery[];

/** The right ways to deliver an event in one step: the same bytes, or the same body with a new timestamp and signature. */
const rightWays = {
  again: (delivery) => [delivery],
  anew: (delivery, context) => [anew(delivery, context, 1 + (delivery.guid.charCodeAt(0) % 5))],
  together: (delivery) => Array.from({ length: AT_ONCE }, () => delivery),
  'anew together': (delivery, context) => Array.from({ length: AT_ONCE }, (_, index) => anew(delivery, context, index)),
} satisfies Readonly<Record<string, Attempts>>;

/** Ways that must be refused. */
const wrongWays = {
  'wrongly signed': (delivery) => {
    const { timestamp, v2 } = delivery;
    return [{ ...delivery, signature: headerOf(['t', timestamp], ['v2', [...v2].reverse().join('')]) }];
  },
  'too old': (delivery, { target }) => [signedAnew(target.secret, delivery, 2 * target.toleranceSeconds + 60)],
  changed: (delivery) => [{ ...delivery, body: delivery.body.replace('"CompanyId":', '"CompanyId":1') }],
} satisfies Readonly<Record<string, Attempts>>;

/** Signed again, well within the tolerance. */
function anew(delivery: SignedDelivery, { target }: ReceiverContext, ageSeconds: number): SignedDelivery {
  return signedAnew(target.secret, delivery, Math.max(0, Math.min(ageSeconds, Math.floor(target.toleranceSeconds / 2) - 1)));
}

type RightWay = keyof typeof rightWays;
type Way = RightWay | keyof typeof wrongWays;
const ways: readonly Way[] = ['again', 'anew', 'together', 'anew together', 'wrongly signed', 'too old', 'changed'];

/** One step of a history, which delivers one of its events. */
type Step = readonly [of: number, way: Way];

/** Deliveries of a few events, one step after another. */
interface History {
  readonly what: string;
  /** The content of the events, which differ only in their identifiers. */
  readonly event: SampleEvent;
  readonly events: number;
  readonly steps: readonly Step[];
}

/** Any history of up to three events. */
const anyHistory: fc.Arbitrary<History> = fc
  .record({
    event: anyEvent,
    events: fc.integer({ min: 1, max: 3 }),
    steps: fc.array(fc.tuple(fc.nat({ max: 2 }), fc.constantFrom(...ways)), {
      minLength: 1,
      maxLength: 7,
    }),
  })
  .map(({ events, steps, ...history }) => ({
    what: 'a drawn history',
    ...history,
    events,
    steps: steps.map(([of, way]) => [of % events, way]),
  }));

const [A, B] = [0, 1];

const plans: readonly (readonly [what: string, events: number, ...steps: readonly Step[]])[] = [
  ['the same delivery four times', 1, [A, 'again'], [A, 'again'], [A, 'again'], [A, 'again']],
  ['the same delivery at once', 1, [A, 'together']],
  ['the same delivery at once, and again', 1, [A, 'together'], [A, 'again'], [A, 'together']],
  ['attempts signed anew', 1, [A, 'again'], [A, 'anew'], [A, 'anew']],
  ['attempts signed anew, at once', 1, [A, 'anew together']],
  ['two events in turn', 2, [A, 'again'], [B, 'again'], [A, 'again'], [B, 'again']],
  ['another event between two attempts', 2, [A, 'again'], [B, 'again'], [A, 'anew']],
  ['several events with the same content', 6, ...range(0, 6).map((of): Step => [of, 'again'])],
  ['many events between two attempts', 30, ...range(0, 30).map((of): Step => [of, 'again']), [A, 'again']],
  ['a wrongly signed attempt before the right one', 1, [A, 'wrongly signed'], [A, 'again']],
  ['an old attempt before the right one', 1, [A, 'too old'], [A, 'again']],
  ['a changed attempt before the right one', 1, [A, 'changed'], [A, 'again']],
  ['refused attempts between right ones', 1, [A, 'again'], [A, 'wrongly signed'], [A, 'changed'], [A, 'anew']],
  ['refused attempts alone', 1, [A, 'wrongly signed'], [A, 'too old'], [A, 'changed']],
];

/** Each plan with at least two event types, and each type with at least two plans. */
const exampleHistories: readonly History[] = range(0, 2 * plans.length).flatMap((index) => {
  const [plan, event] = [plans[index % plans.length], exampleEvents[index % exampleEvents.length]];
  if (plan === undefined || event === undefined) return [];
  const [what, events, ...steps] = plan;
  return [{ what, event, events, steps }];
});

/** An event that was delivered, and how often it was accepted. */
interface Delivered {
  readonly delivery: SignedDelivery;
  /** Its deliveries, in words. */
  readonly history: string;
  accepted: number;
}

/** RCV-13: an event is processed once and answered 2xx each time; different events are each processed; what was refused has no effect. */
export const rcv13: Check<ReceiverContext> = receiverCheck('RCV-13', { isolation: 'shared', weight: 4 }, async (context) => {
  const all: Delivered[] = [];
  const play = async ({ what, event, events, steps }: History): Promise<void> => {
    const history = `${what} (${steps.map(([of, way]) => `${String.fromCharCode(65 + of)} ${way}`).join(', ')})`;
    const delivered = Array.from({ length: events }, (): Delivered => {
      return { delivery: signedDelivery(context.target.secret, event, context.freshKey()), history, accepted: 0 };
    });
    all.push(...delivered);
    for (const [of, way] of steps) {
      const ofEvent = delivered[of];
      if (ofEvent !== undefined) await takeStep(context, ofEvent, way);
    }
  };
  await context.forAll(anyHistory, 40, play, exampleHistories);
  await judgeEffects(context, all);
});

async function takeStep(context: ReceiverContext, event: Delivered, way: Way): Promise<void> {
  const attempts = (isRight(way) ? rightWays[way] : wrongWays[way])(event.delivery, context);
  const receptions = await Promise.all(attempts.map((attempt) => context.deliver(attempt)));
  for (const { accepted, answered } of receptions) {
    // Other rules judge that a wrong one is refused. Here only its effect counts.
    if (isRight(way)) {
      // A receiver that accepts no such event shows nothing about duplicates.
      if (!accepted) await acceptsPlain(context, another(context, event.delivery));
      context.judge(accepted, {
        message: `Each right delivery of an event must be answered 2xx, ${event.accepted === 0 ? 'the first' : 'later ones'} too (${way}): ${event.history}.`,
        expected: '2xx',
        actual: answered,
      });
    }
    if (accepted) event.accepted += 1;
  }
}

/** The same delivery with a new identifier. */
function another(context: ReceiverContext, delivery: SignedDelivery): OutgoingDelivery {
  const guid = context.freshKey();
  return signedAnew(context.target.secret, { ...delivery, guid, body: delivery.body.replace(delivery.guid, guid) });
}

/** Judges how often each event was processed, if the receiver shows it. */
async function judgeEffects(context: ReceiverContext, events: readonly Delivered[]): Promise<void> {
  const processed = await context.processed(events.flatMap(({ accepted, delivery }) => (accepted > 0 ? [delivery.guid] : [])));
  if (processed === undefined) {
    context.leaveUnjudged('whether each event was processed once: name what shows it by --effects or --effects-command');
    return;
  }
  for (const { delivery, history, accepted } of events) {
    const [expected, count] = [accepted > 0 ? 1 : 0, processed.get(delivery.guid) ?? 0];
    context.judgeEvent(delivery.guid, count === expected, {
      message: accepted > 0 ? `An event must be processed once: ${history}.` : `A refused delivery must have no effect: ${history}.`,
      expected: `${delivery.guid} processed ${expected === 1 ? 'once' : 'never'}`,
      actual: `processed ${count} times`,
    });
  }
}

function isRight(way: Way): way is RightWay {
  return Object.hasOwn(rightWays, way);
}

function range(from: number, to: number): readonly number[] {
  return Array.from({ length: to - from }, (_, index) => from + index);
}

import fc from 'fast-check';
import { type Check, receiverCheck } from '../../model/check.ts';
import type { OutgoingDelivery, ReceiverContext, Reception } from '../../model/receiver-context.ts';
import { acceptedControl } from '../../scenarios/receptions/refused.ts';
import { anyEvent, exampleEvents, type SampleEvent } from '../../sender/event.ts';
import { headerOf, type SignedDelivery, signedAnew, signedDelivery } from '../../sender/signed-delivery.ts';

/** One step of a history, which delivers one of its events in some way. */
interface HistoryStep {
  /** Which event of the history. */
  readonly of: number;
  /**
   * `again`: the same bytes. `anew`: the same body with a new timestamp and signature. `together`: the same bytes several times at once.
   * `anew together`: several times at once, each with its own signature. The others must be refused.
   */
  readonly how: 'again' | 'anew' | 'together' | 'anew together' | 'wrongly signed' | 'too old' | 'changed';
}

/** Deliveries of a few events, one step after another. */
interface DuplicateHistory {
  readonly what: string;
  /** The content of the events, which differ only in their identifiers. */
  readonly event: SampleEvent;
  readonly events: number;
  readonly steps: readonly HistoryStep[];
}

const hows = ['again', 'anew', 'together', 'anew together', 'wrongly signed', 'too old', 'changed'] as const;

/** Any history of up to three events. */
const anyHistory: fc.Arbitrary<DuplicateHistory> = fc
  .record({
    event: anyEvent,
    events: fc.integer({ min: 1, max: 3 }),
    steps: fc.array(fc.record({ of: fc.nat({ max: 2 }), how: fc.constantFrom(...hows) }), { minLength: 1, maxLength: 7 }),
  })
  .map(({ event, events, steps }) => ({
    what: 'a drawn history',
    event,
    events,
    steps: steps.map(({ of, how }) => ({ of: of % events, how })),
  }));

const [A, B] = [0, 1];

const plans: readonly (readonly [what: string, events: number, ...steps: readonly (readonly [of: number, how: HistoryStep['how']])[]])[] = [
  ['the same delivery four times', 1, [A, 'again'], [A, 'again'], [A, 'again'], [A, 'again']],
  ['the same delivery at once', 1, [A, 'together']],
  ['the same delivery at once, and again', 1, [A, 'together'], [A, 'again'], [A, 'together']],
  ['attempts signed anew', 1, [A, 'again'], [A, 'anew'], [A, 'anew']],
  ['attempts signed anew, at once', 1, [A, 'anew together']],
  ['two events in turn', 2, [A, 'again'], [B, 'again'], [A, 'again'], [B, 'again']],
  ['another event between two attempts', 2, [A, 'again'], [B, 'again'], [A, 'anew']],
  ['several events with the same content', 6, [0, 'again'], [1, 'again'], [2, 'again'], [3, 'again'], [4, 'again'], [5, 'again']],
  ['many events between two attempts', 30, [0, 'again'], ...range(1, 30).map((of) => [of, 'again'] as const), [0, 'again']],
  ['a wrongly signed attempt before the right one', 1, [A, 'wrongly signed'], [A, 'again']],
  ['an old attempt before the right one', 1, [A, 'too old'], [A, 'again']],
  ['a changed attempt before the right one', 1, [A, 'changed'], [A, 'again']],
  ['refused attempts between right ones', 1, [A, 'again'], [A, 'wrongly signed'], [A, 'changed'], [A, 'anew']],
  ['refused attempts alone', 1, [A, 'wrongly signed'], [A, 'too old'], [A, 'changed']],
];

/** Each plan with at least two event types, and each type with at least two plans. */
const exampleHistories: readonly DuplicateHistory[] = range(0, 2 * plans.length).flatMap((index) => {
  const [plan, event] = [plans[index % plans.length], exampleEvents[index % exampleEvents.length]];
  if (plan === undefined || event === undefined) return [];
  const [what, events, ...steps] = plan;
  return [{ what, event, events, steps: steps.map(([of, how]) => ({ of, how })) }];
});

/** Deliveries of one event that are sent at once. */
const AT_ONCE = 6;

/** What must have become of one event in the end. */
interface Expectation {
  readonly guid: string;
  /** Its deliveries, in words. */
  readonly history: string;
  accepted: number;
}

/** Plays histories of deliveries. Judges their answers at once, and their effects in the end. */
class EventLog {
  readonly #context: ReceiverContext;
  readonly #expected: Expectation[] = [];

  constructor(context: ReceiverContext) {
    this.#context = context;
  }

  async play({ what, event, events, steps }: DuplicateHistory): Promise<void> {
    const { secret } = this.#context.target;
    const deliveries = Array.from({ length: events }, () => signedDelivery(secret, event, this.#context.freshKey()));
    const history = `${what} (${steps.map(({ of, how }) => `${String.fromCharCode(65 + of)} ${how}`).join(', ')})`;
    const expected = deliveries.map(({ guid }): Expectation => ({ guid, history, accepted: 0 }));
    this.#expected.push(...expected);
    for (const { of, how } of steps) {
      const [delivery, ofEvent] = [deliveries[of], expected[of]];
      if (delivery !== undefined && ofEvent !== undefined) await this.#step(delivery, how, ofEvent);
    }
  }

  /** Judges how often each event was processed, if the receiver shows it. */
  async judgeEffects(): Promise<void> {
    const accepted = this.#expected.filter((event) => event.accepted > 0).map(({ guid }) => guid);
    const processed = await this.#context.processed(accepted);
    if (processed === undefined) {
      this.#context.leaveUnjudged('whether each event was processed once: name what shows it by --effects or --effects-command');
      return;
    }
    for (const { guid, history, accepted: times } of this.#expected) {
      const [expected, count] = [times > 0 ? 1 : 0, processed.get(guid) ?? 0];
      this.#context.judgeEvent(guid, count === expected, {
        message: times > 0 ? `An event must be processed once: ${history}.` : `A refused delivery must have no effect: ${history}.`,
        expected: `${guid} processed ${expected === 1 ? 'once' : 'never'}`,
        actual: `processed ${count} times`,
      });
    }
  }

  async #step(delivery: SignedDelivery, how: HistoryStep['how'], expected: Expectation): Promise<void> {
    const spoiled = this.#spoiled(delivery, how);
    if (spoiled !== undefined) {
      // Other rules judge that it is refused. Here only its effect counts.
      if ((await this.#context.deliver(spoiled)).accepted) expected.accepted += 1;
      return;
    }
    const attempts = this.#attempts(delivery, how);
    const receptions = await Promise.all(attempts.map((attempt) => this.#context.deliver(attempt)));
    for (const reception of receptions) await this.#judge(reception, delivery, how, expected);
  }

  async #judge({ accepted, answered }: Reception, delivery: SignedDelivery, how: string, expected: Expectation): Promise<void> {
    const isFirst = expected.accepted === 0;
    // A receiver that accepts no such event shows nothing about duplicates.
    if (!accepted) await acceptedControl(this.#context, this.#another(delivery));
    this.#context.judge(accepted, {
      message: `Each right delivery of an event must be answered 2xx, ${isFirst ? 'the first' : 'later ones'} too (${how}): ${expected.history}.`,
      expected: '2xx',
      actual: answered,
    });
    expected.accepted += 1;
  }

  /** The same delivery with a new identifier. */
  #another(delivery: SignedDelivery): OutgoingDelivery {
    const guid = this.#context.freshKey();
    return signedAnew(this.#context.target.secret, { ...delivery, guid, body: delivery.body.replace(delivery.guid, guid) });
  }

  #attempts(delivery: SignedDelivery, how: HistoryStep['how']): readonly OutgoingDelivery[] {
    const { secret, toleranceSeconds } = this.#context.target;
    // Each is signed at a different second, well within the tolerance.
    const anew = (ageSeconds: number): SignedDelivery =>
      signedAnew(secret, delivery, Math.max(0, Math.min(ageSeconds, Math.floor(toleranceSeconds / 2) - 1)));
    if (how === 'anew') return [anew(1 + (delivery.guid.charCodeAt(0) % 5))];
    if (how === 'together') return Array.from({ length: AT_ONCE }, () => delivery);
    return how === 'anew together' ? Array.from({ length: AT_ONCE }, (_, index) => anew(index)) : [delivery];
  }

  #spoiled(delivery: SignedDelivery, how: HistoryStep['how']): OutgoingDelivery | undefined {
    const { secret, toleranceSeconds } = this.#context.target;
    const { timestamp, v2, body } = delivery;
    if (how === 'wrongly signed') return { ...delivery, signature: headerOf(['t', timestamp], ['v2', [...v2].reverse().join('')]) };
    if (how === 'too old') return signedAnew(secret, delivery, 2 * toleranceSeconds + 60);
    return how === 'changed' ? { ...delivery, body: body.replace('"CompanyId":', '"CompanyId":1') } : undefined;
  }
}

/** RCV-13: an event is processed once and answered 2xx each time; different events are each processed; what was refused has no effect. */
export const rcv13: Check<ReceiverContext> = receiverCheck('RCV-13', { isolation: 'shared', weight: 4 }, async (context) => {
  const log = new EventLog(context);
  await context.forAll(anyHistory, 40, (history) => log.play(history), exampleHistories);
  await log.judgeEffects();
});

function range(from: number, to: number): readonly number[] {
  return Array.from({ length: to - from }, (_, index) => from + index);
}

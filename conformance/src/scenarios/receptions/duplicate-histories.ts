import fc from 'fast-check';
import { anyEvent, exampleEvents, type SampleEvent } from '../../sender/event.ts';

/** One step of a history, which delivers one of its events in some way. */
export interface HistoryStep {
  /** Which event of the history. */
  readonly of: number;
  /**
   * `again`: the same bytes. `anew`: the same body with a new timestamp and signature. `together`: the same bytes several times at once.
   * `anew together`: several times at once, each with its own signature. The others must be refused.
   */
  readonly how: 'again' | 'anew' | 'together' | 'anew together' | 'wrongly signed' | 'too old' | 'changed';
}

/** Deliveries of a few events, one step after another. */
export interface DuplicateHistory {
  readonly what: string;
  /** The content of the events, which differ only in their identifiers. */
  readonly event: SampleEvent;
  readonly events: number;
  readonly steps: readonly HistoryStep[];
}

const hows = ['again', 'anew', 'together', 'anew together', 'wrongly signed', 'too old', 'changed'] as const;

/** Any history of up to three events. */
export const anyHistory: fc.Arbitrary<DuplicateHistory> = fc
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
export const exampleHistories: readonly DuplicateHistory[] = range(0, 2 * plans.length).flatMap((index) => {
  const [plan, event] = [plans[index % plans.length], exampleEvents[index % exampleEvents.length]];
  if (plan === undefined || event === undefined) return [];
  const [what, events, ...steps] = plan;
  return [{ what, event, events, steps: steps.map(([of, how]) => ({ of, how })) }];
});

function range(from: number, to: number): readonly number[] {
  return Array.from({ length: to - from }, (_, index) => from + index);
}

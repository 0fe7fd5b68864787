import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isKeyedHistory, type KeyedOperation } from '../../../src/scenarios/histories/linearizable.ts';

const lost = Number.POSITIVE_INFINITY;

function operation(outcome: KeyedOperation['outcome'], answer: string, startedAt: number, endedAt: number): KeyedOperation {
  return { outcome, answer, startedAt, endedAt };
}

const executed = (answer: string, startedAt: number, endedAt: number) => operation('executed', answer, startedAt, endedAt);
const replayed = (answer: string, startedAt: number, endedAt: number) => operation('replayed', answer, startedAt, endedAt);
const conflict = (startedAt: number, endedAt: number) => operation('conflict', '', startedAt, endedAt);
const unknown = (startedAt: number) => operation('unknown', '', startedAt, lost);

describe('a history of requests with one key', () => {
  test.for<[string, boolean, readonly KeyedOperation[]]>([
    ['one alone', true, [executed('A', 0, 1)]],
    ['a replay after it', true, [executed('A', 0, 1), replayed('A', 2, 3)]],
    ['a replay that waited for it', true, [replayed('A', 0, 9), executed('A', 1, 8)]],
    ['a replay of another answer', false, [executed('A', 0, 1), replayed('B', 2, 3)]],
    ['a replay that was answered before the first was sent', false, [replayed('A', 0, 1), executed('A', 2, 3)]],
    ['two that were executed', false, [executed('A', 0, 9), executed('A', 0, 9)]],
    ['a second that is executed after the first was answered', false, [executed('A', 0, 1), executed('B', 2, 3)]],
    ['a conflict while the first runs', true, [executed('A', 0, 9), conflict(1, 2)]],
    ['a conflict that begins before the first', true, [conflict(0, 2), executed('A', 1, 9)]],
    ['a conflict before anything was sent', false, [conflict(0, 1), executed('A', 2, 3)]],
    ['nothing but conflicts', false, [conflict(0, 9), conflict(0, 9)]],
    ['a lost answer, and nothing else', true, [unknown(0)]],
    ['a lost answer, and replays of it', true, [unknown(0), replayed('A', 1, 2), replayed('A', 3, 4)]],
    ['a lost answer, and replays of two answers', false, [unknown(0), replayed('A', 1, 2), replayed('B', 3, 4)]],
    ['a lost answer without effect', true, [unknown(0), executed('A', 1, 2), replayed('A', 3, 4)]],
    ['a lost answer that was replayed before another was executed', false, [unknown(0), replayed('A', 1, 2), executed('B', 3, 4)]],
    ['a replay that came before the lost request was sent', false, [replayed('A', 0, 1), unknown(2)]],
    ['a conflict with a lost request', true, [unknown(0), conflict(1, 2)]],
    ['two lost answers, and one replay', true, [unknown(0), unknown(0), replayed('A', 5, 6)]],
  ])('%s: %s', ([, expected, operations]) => {
    expect(isKeyedHistory(operations)).toBe(expected);
  });

  test('of a real store of answers is always explained, whichever answers are lost', () => {
    const step = fc.record({ early: fc.nat({ max: 30 }), late: fc.nat({ max: 30 }), isLost: fc.boolean() });
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 8 }), (steps) => {
        const operations = steps.map(({ early, late, isLost }, index): KeyedOperation => {
          // Each takes effect at 10 × index, within its own time span.
          const [startedAt, endedAt] = [index * 10 - early, index * 10 + late];
          if (isLost) return unknown(startedAt);
          return index === 0 ? executed('A', startedAt, endedAt) : replayed('A', startedAt, endedAt);
        });
        expect(isKeyedHistory(operations)).toBe(true);
      }),
    );
  });
});

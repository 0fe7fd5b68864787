import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type GuardedOperation, isGuardedHistory } from '../../../src/scenarios/histories/linearizable.ts';

const tokens = new Map([
  ['start', '0'],
  ['a', '1'],
  ['b', '2'],
]);

const lost = Number.POSITIVE_INFINITY;

type Outcome = 'done' | 'refused' | 'failed' | 'unknown';

function write(token: string, to: string, outcome: Outcome, startedAt: number, endedAt: number): GuardedOperation {
  return { kind: 'write', token, to, outcome, startedAt, endedAt };
}

function look(saw: string, startedAt: number, endedAt: number): GuardedOperation {
  return { kind: 'look', saw, startedAt, endedAt };
}

function judged(...operations: readonly GuardedOperation[]): boolean | undefined {
  return isGuardedHistory({ initial: 'start', operations, tokens });
}

describe('a history of concurrent PUTs', () => {
  test.for<[string, boolean, readonly GuardedOperation[]]>([
    ['one of two with one token', true, [write('0', 'a', 'done', 0, 9), write('0', 'b', 'refused', 0, 9)]],
    ['both with one token', false, [write('0', 'a', 'done', 0, 9), write('0', 'b', 'done', 0, 9)]],
    ['neither of two with one token', false, [write('0', 'a', 'refused', 0, 9), write('0', 'b', 'refused', 0, 9)]],
    ['a refusal before the PUT that made its token stale', false, [write('0', 'b', 'refused', 0, 1), write('0', 'a', 'done', 2, 3)]],
    ['a look at the old state after the PUT ended', false, [write('0', 'a', 'done', 0, 1), look('start', 2, 3)]],
    [
      'looks at the new and then at the old state while the PUT runs',
      false,
      [write('0', 'a', 'done', 0, 9), look('a', 1, 2), look('start', 3, 4)],
    ],
    [
      'looks at the old and then at the new state while the PUT runs',
      true,
      [write('0', 'a', 'done', 0, 9), look('start', 1, 2), look('a', 3, 4)],
    ],
    ['a lost answer whose effect is seen', true, [write('0', 'a', 'unknown', 0, lost), look('a', 5, 6)]],
    ['a lost answer without effect', true, [write('0', 'a', 'unknown', 0, lost), look('start', 5, 6)]],
    [
      'a lost answer whose effect comes, goes and comes',
      false,
      [write('0', 'a', 'unknown', 0, lost), look('a', 1, 2), look('start', 3, 4)],
    ],
    [
      'a lost answer whose effect makes the token of another stale',
      true,
      [write('0', 'a', 'unknown', 0, lost), write('0', 'b', 'refused', 1, 2)],
    ],
    [
      'a lost answer that took effect, and the PUT of another with the same token that did too',
      false,
      [write('0', 'a', 'unknown', 0, lost), look('a', 1, 2), write('0', 'b', 'done', 3, 4)],
    ],
    [
      'a lost answer that took effect later than a PUT that was sent after it',
      false,
      [write('0', 'a', 'unknown', 0, lost), write('0', 'b', 'done', 1, 2), look('a', 3, 4)],
    ],
    [
      'a lost answer that waited for its token to become current',
      true,
      [write('1', 'b', 'unknown', 0, lost), write('0', 'a', 'done', 1, 2), look('a', 3, 4), look('b', 5, 6)],
    ],
    ['a lost answer with a stale token whose effect is seen', false, [write('2', 'a', 'unknown', 0, lost), look('a', 1, 2)]],
    ['an effect that is seen before its PUT was sent', false, [look('a', 0, 1), write('0', 'a', 'unknown', 2, lost)]],
    [
      'two lost answers with one token, both seen',
      false,
      [write('0', 'a', 'unknown', 0, lost), write('0', 'b', 'unknown', 0, lost), look('a', 1, 2), look('b', 3, 4)],
    ],
    [
      'a PUT under a token that only a lost answer can have made current',
      true,
      [write('0', 'a', 'unknown', 0, lost), write('1', 'b', 'done', 1, 2), look('b', 3, 4)],
    ],
    ['a PUT under a token that nothing made current', false, [write('1', 'b', 'done', 1, 2)]],
    [
      'a look between two PUTs that saw neither',
      false,
      [write('0', 'a', 'done', 0, 1), look('start', 2, 3), write('1', 'b', 'done', 4, 5)],
    ],
    [
      'a refusal while the PUT that made its token current again ran',
      true,
      [write('0', 'a', 'done', 0, 1), write('1', 'b', 'done', 2, 9), write('2', 'a', 'refused', 3, 4)],
    ],
    ['a failure of another kind that took effect', false, [write('0', 'a', 'failed', 0, 1), look('a', 2, 3)]],
    ['a failure of another kind than a stale token', true, [write('0', 'a', 'failed', 0, 1), look('start', 2, 3)]],
  ])('%s: %s', ([, expected, operations]) => {
    expect(judged(...operations)).toBe(expected);
  });

  test('of a real register is always explained', () => {
    const step = fc.record({ fresh: fc.boolean(), spread: fc.nat({ max: 4 }) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        let state = 'start';
        const known = new Map([['start', 't-start']]);
        const operations = steps.map(({ fresh, spread }, index): GuardedOperation => {
          const [token, to] = [fresh ? (known.get(state) ?? '') : 'stale', `state-${index}`];
          const outcome = fresh ? 'done' : 'refused';
          if (fresh) state = to;
          known.set(to, `t-${to}`);
          // Each takes effect at 10 × index, within its own time span.
          return write(token, to, outcome, index * 10 - spread * 7, index * 10 + spread * 7);
        });
        expect(isGuardedHistory({ initial: 'start', operations, tokens: known })).toBe(true);
      }),
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isLinearizable, type Operation } from '../../src/probe/linearizable.ts';

const tokens = new Map([
  ['start', '0'],
  ['a', '1'],
  ['b', '2'],
]);

type Outcome = 'done' | 'refused' | 'failed' | 'unknown';

function write(token: string, to: string, outcome: Outcome, startedAt: number, endedAt: number): Operation {
  return { kind: 'write', token, to, outcome, startedAt, endedAt };
}

function look(saw: string, startedAt: number, endedAt: number): Operation {
  return { kind: 'look', saw, startedAt, endedAt };
}

function judged(...operations: readonly Operation[]): boolean | undefined {
  return isLinearizable({ initial: 'start', operations, tokens });
}

describe('a history of concurrent PUTs', () => {
  it.for<[string, boolean, readonly Operation[]]>([
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
    ['a lost answer whose effect is seen', true, [write('0', 'a', 'unknown', 0, Number.POSITIVE_INFINITY), look('a', 5, 6)]],
    ['a lost answer without effect', true, [write('0', 'a', 'unknown', 0, Number.POSITIVE_INFINITY), look('start', 5, 6)]],
    [
      'a lost answer whose effect comes, goes and comes',
      false,
      [write('0', 'a', 'unknown', 0, Number.POSITIVE_INFINITY), look('a', 1, 2), look('start', 3, 4)],
    ],
    ['a failure of another kind than a stale token', true, [write('0', 'a', 'failed', 0, 1), look('start', 2, 3)]],
  ])('%s: %s', ([, expected, operations]) => {
    expect(judged(...operations)).toBe(expected);
  });

  it('that a register really had is always explained', () => {
    const step = fc.record({ fresh: fc.boolean(), spread: fc.nat({ max: 4 }) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        let state = 'start';
        const known = new Map([['start', 't-start']]);
        const operations = steps.map(({ fresh, spread }, index): Operation => {
          const [token, to] = [fresh ? (known.get(state) ?? '') : 'stale', `state-${index}`];
          const outcome = fresh ? 'done' : 'refused';
          if (fresh) state = to;
          known.set(to, `t-${to}`);
          // Each takes effect at 10 × index, somewhere within its span.
          return write(token, to, outcome, index * 10 - spread * 7, index * 10 + spread * 7);
        });
        expect(isLinearizable({ initial: 'start', operations, tokens: known })).toBe(true);
      }),
    );
  });
});

import { describe, expect, test } from 'vitest';
import type { Mutant } from '../../mutants/mutant.ts';
import { headerOf, refusal, withHeader, without } from '../../mutants/peer/message.ts';
import { judgeByMustBreak, judgeByRules } from './judge-alone.ts';
import { judgeBatch } from './judge-batch.ts';

const harmless: Mutant = { id: 'harmless', mustBreak: ['AUTH-01'] };
/** Breaks VER-02, but names another rule. */
const undeclared: Mutant = {
  id: 'undeclared',
  mustBreak: ['AUTH-01'],
  fault: () => async (request, forward) => without(await forward(request), 'Allow'),
};
const marking: Mutant = {
  id: 'marking',
  mustBreak: ['AUTH-01'],
  fault: () => async (request, forward) => await forward(withHeader(request, 'X-Mark', 'yes')),
};
const refusingMarked: Mutant = {
  id: 'refusing-marked',
  mustBreak: ['AUTH-01'],
  fault: () => async (request, forward) =>
    request.operation === undefined && headerOf(request, 'X-Mark') ? refusal(403) : await forward(request),
};

describe('a batch', () => {
  test('passes if every member breaks only the rules that it names', async () => {
    expect(await judgeBatch({ batch: [harmless, marking], rules: ['VER-02', 'ERR-01'] })).toEqual([]);
  });

  test('names a member that breaks another rule, and that rule, at any place', async () => {
    for (const batch of [[undeclared, harmless, marking] as const, [harmless, marking, undeclared] as const])
      expect(await judgeBatch({ batch, rules: ['VER-02', 'ERR-01'] })).toEqual([expect.stringMatching(/^undeclared: VER-02: fail: /)]);
  });

  test('does not blame members that break a rule only together', async () => {
    expect(await judgeBatch({ batch: [marking, refusingMarked], rules: ['VER-02'] })).toEqual([]);
    const both: Mutant = {
      ...marking,
      fault: (context) => (request, forward) =>
        marking.fault?.(context)(
          request,
          async (asked) => (await refusingMarked.fault?.(context)({ ...request, ...asked }, forward)) ?? refusal(500),
        ) ?? forward(request),
    };
    expect(await judgeByRules(both, ['VER-02'])).toEqual([expect.stringContaining('VER-02: fail')]);
  });

  test('of one is judged like a mutant alone', async () => {
    expect(await judgeBatch({ batch: [undeclared], rules: ['VER-02'] })).toEqual([expect.stringContaining('VER-02: fail')]);
  });
});

describe('a mutant', () => {
  test('is contradicted if it does not break what it must', async () => {
    expect(await judgeByMustBreak(harmless)).toEqual([expect.stringMatching(/^harmless: AUTH-01: pass/)]);
  });

  test('may break a rule, and need not', async () => {
    expect(await judgeByRules({ ...undeclared, mayBreak: ['VER-02', 'ERR-01'] }, ['VER-02', 'ERR-01'])).toEqual([]);
  });
});

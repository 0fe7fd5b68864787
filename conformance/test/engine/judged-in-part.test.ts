import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FaultyService, startFaultyService } from '../../mutants/peer/faulty-service.ts';
import { runConformance, type Target } from '../../src/index.ts';

let rightful: FaultyService;

beforeAll(async () => {
  rightful = await startFaultyService();
});

afterAll(() => rightful.close());

async function judge(target: Target, ids: readonly string[] = ['COMP-07', 'IDEM-16']) {
  const { rules } = await runConformance(target, { rules: ids, profile: 'reference', budget: 'quick', seed: 1 });
  return rules.map(({ id, outcome, reason }) => [id, outcome, reason]);
}

describe('a rule that was judged in part', () => {
  test('passes, and says what was left unjudged and what to configure', async () => {
    const { otherUser: _user, foreignCompany: _company, ...target } = rightful.target;
    expect(await judge(target)).toEqual([
      ['COMP-07', 'pass', expect.stringContaining('set foreignCompany')],
      ['IDEM-16', 'pass', expect.stringContaining('set otherUser')],
    ]);
  });

  test('passes, and says what takes too long for the budget', async () => {
    expect(await judge(rightful.target, ['DLV-03'])).toEqual([['DLV-03', 'pass', expect.stringContaining('a delivery that hangs')]]);
  });

  test('is judged in full if nothing is missing', async () => {
    expect(await judge(rightful.target)).toEqual([
      ['COMP-07', 'pass', null],
      ['IDEM-16', 'pass', null],
    ]);
  });
});

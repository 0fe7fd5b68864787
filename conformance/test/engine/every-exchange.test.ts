import { describe, expect, test } from 'vitest';
import { answering } from '../../mutants/faults/exchanges.ts';
import type { NewFault } from '../../mutants/mutant.ts';
import { startFaultyService } from '../../mutants/peer/faulty-service.ts';
import { bodyOf, refusal, without } from '../../mutants/peer/message.ts';
import { runConformance } from '../../src/index.ts';
import type { RuleResult } from '../../src/model/result.ts';

/** No fault. */
const right: NewFault = () => async (request, forward) => await forward(request);

async function judged(
  fault: NewFault,
  rules: readonly string[],
  profile: 'stated' | 'reference' = 'stated',
): Promise<readonly RuleResult[]> {
  const service = await startFaultyService({ fault });
  try {
    return (await runConformance(service.target, { rules, profile, budget: 'quick', seed: 1 })).rules;
  } finally {
    await service.close();
  }
}

describe('a rule of every exchange', () => {
  test('judges and shows the exchanges of other rules', async () => {
    // HDR-07 sends application ids of its own.
    const isOfOther = ([name, value]: readonly [string, string]): boolean => /-ApplicationId$/i.test(name) && value !== 'mutants';
    const withoutLocation = answering((answer, { headers }) => (headers.some(isOfOther) ? without(answer, 'Location') : answer));
    const [, answers] = await judged(withoutLocation, ['HDR-07', 'RES-02'], 'reference');
    expect(answers).toMatchObject({ id: 'RES-02', outcome: 'fail' });
    expect(answers?.failure?.exchanges.some(({ call }) => call.headers.some(isOfOther))).toBe(true);
  });

  test('is judged alone too, at every operation', async () => {
    const [faults] = await judged(right, ['ERR-03']);
    expect(faults).toMatchObject({ outcome: 'pass', reason: null });
    expect(Object.values(faults?.coverage ?? {}).every((times) => times > 0)).toBe(true);
  });
});

describe('a fault of the service', () => {
  test('breaks a rule under the stated profile', async () => {
    const [faults] = await judged(
      () => async (request, forward) =>
        request.operation === 'createAnagrafica' && /[^\0-\x7f]|x{20}|&amp;/.test(request.body) ? refusal(500) : await forward(request),
      ['ERR-03'],
    );
    expect(faults).toMatchObject({ outcome: 'fail', level: 'stated' });
  });

  test('that does not come again counts as chance, and is named', async () => {
    let isLeft = true;
    const [faults] = await judged(
      () => async (request, forward) => {
        if (!isLeft || request.operation !== 'createArticolo' || bodyOf(request).descrizione === undefined) return await forward(request);
        isLeft = false;
        return refusal(500);
      },
      ['ERR-03'],
    );
    expect(faults).toMatchObject({ outcome: 'pass', reason: expect.stringContaining('createArticolo') });
  });
});

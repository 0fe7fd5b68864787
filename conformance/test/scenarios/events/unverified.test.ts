import { expect, test } from 'vitest';
import { mutants } from '../../../mutants/index.ts';
import { causesOf } from '../../../src/model/causes.ts';
import { judgeService } from '../../mutants/judge-service.ts';

test('an event that came under a wrong signature is shown, and its rule points to the rule of signatures', async () => {
  const mutant = mutants.find(({ id }) => id === 'SIG-02-no-point');
  if (mutant === undefined) throw new Error('there is no such mutant');
  const results = await judgeService(mutant, { rules: ['EVT-07', 'EVT-08', 'SIG-02'] });
  const failed = results.flatMap(({ id, failure }) => (failure === undefined ? [] : [id]));
  expect(failed.toSorted()).toEqual(['EVT-07', 'EVT-08', 'SIG-02']);
  for (const { id, failure } of results) {
    expect(failure?.deliveries.length).toBeGreaterThan(0);
    expect(causesOf(id, failed)).toEqual(id === 'SIG-02' ? [] : ['SIG-02']);
  }
});

import fc from 'fast-check';
import { type Check, check } from '../../run/check.ts';

/** COMP-08: an object that does not exist answers 404. */
export const comp08: Check = check('COMP-08', async (trial) => {
  const api = await trial.api();
  const absent = fc.record({
    operation: fc.constantFrom('getArticolo', 'getAnagrafica', 'getWebhook'),
    id: fc.integer({ min: 1_000_000_007, max: 2_000_000_011 }).map(String),
  });
  await trial.forAll(absent, 9, async ({ operation, id }) => {
    const answer = await trial.sendJudged(api.call(operation as 'getArticolo', { id }), '404');
    trial.judge(answer.status === 404, {
      message: `${operation} of an object that does not exist must say so.`,
      expected: '404',
      actual: String(answer.status),
    });
  });
});

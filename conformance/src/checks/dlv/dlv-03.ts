import { counts, inTurn, letRetriesCome, listeners, tooEarly } from '../../probe/answered-deliveries.ts';
import { type Check, exclusiveCheck } from '../../run/check.ts';

/** DLV-03: no answer is retried: a connection that is reset at once, or that says nothing until it is cut. */
export const dlv03: Check = exclusiveCheck('DLV-03', async (trial) => {
  const [company] = trial.target.companies;
  const listening = await listeners(trial, company, {
    'a reset connection': inTurn('reset', { status: 204 }),
    'a connection that says nothing': inTurn('silence', { status: 204 }),
    'a second reset connection': inTurn('reset', 'reset', { status: 204 }),
  });
  const expected = [1, 1, 2];
  const enough = (): boolean => counts(listening).every((count, index) => count > (expected[index] ?? 0));
  for (let retry = 0; retry < 3 && !enough(); retry += 1) await letRetriesCome(trial, listening, enough);
  if (trial.bench.clock === undefined && counts(listening).every((count) => count === 1)) throw tooEarly('no retry came');
  for (const { name, attempts } of listening) {
    trial.judge(attempts().length > 1, { message: `A delivery to ${name} must be retried.`, expected: 'another attempt', actual: 'none' });
  }
});

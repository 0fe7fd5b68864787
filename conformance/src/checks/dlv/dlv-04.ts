import { counts, inTurn, letRetriesCome, listeners, tooEarly } from '../../probe/answered-deliveries.ts';
import { type Check, exclusiveCheck } from '../../run/check.ts';

/** The first attempt and its five retries. */
const mostAttempts = 6;

/** DLV-04: at least one and at most five retries, then none. */
export const dlv04: Check = exclusiveCheck('DLV-04', async (trial) => {
  const [company] = trial.target.companies;
  const listening = await listeners(trial, company, { refusing: inTurn({ status: 500 }), resetting: inTurn('reset') });
  // One round more than there may be retries.
  for (let round = 0; round <= mostAttempts; round += 1) {
    const before = counts(listening);
    const more = await letRetriesCome(trial, listening, () => counts(listening).every((count, index) => count > (before[index] ?? 0)));
    if (!more && trial.bench.clock === undefined) break;
  }
  const seen = counts(listening);
  if (trial.bench.clock === undefined && seen.every((count) => count <= mostAttempts))
    throw tooEarly(`${seen.join(' and ')} attempts were seen, which may go on`);
  for (const [index, { name }] of listening.entries()) {
    const retries = (seen[index] ?? 0) - 1;
    trial.judge(retries >= 1 && retries <= mostAttempts - 1, {
      message: `A delivery to a ${name} receiver must be retried, up to five times.`,
      expected: '1 to 5 retries',
      actual: `${retries} retries`,
    });
  }
});

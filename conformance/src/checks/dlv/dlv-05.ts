import { counts, inTurn, letRetriesCome, listeners, tooEarly } from '../../probe/answered-deliveries.ts';
import { type Check, exclusiveCheck } from '../../run/check.ts';

/** One stray duplicate after a confirmation is tolerated. */
const stray = 1;

/** DLV-05: retries stop at the first 2xx. */
export const dlv05: Check = exclusiveCheck('DLV-05', async (trial) => {
  const [company] = trial.target.companies;
  const refused = { status: 500 };
  const listening = await listeners(trial, company, {
    'second attempt': inTurn(refused, { status: 200 }, refused),
    'third attempt': inTurn(refused, refused, { status: 204 }, refused),
  });
  const confirmedAt = [2, 3];
  const confirmed = (): boolean => counts(listening).every((count, index) => count >= (confirmedAt[index] ?? 0));
  for (let round = 0; round < 4 && !confirmed(); round += 1) await letRetriesCome(trial, listening, confirmed);
  if (!confirmed()) throw tooEarly('the retries that were to be confirmed did not come');
  for (let round = 0; round < 3; round += 1) await letRetriesCome(trial, listening, () => false);
  for (const [index, { name, attempts }] of listening.entries()) {
    const after = attempts().length - (confirmedAt[index] ?? 0);
    trial.judge(after <= stray, {
      message: `Retries must stop when the ${name} is confirmed.`,
      expected: 'no further attempt',
      actual: `${after} further attempts`,
    });
  }
});

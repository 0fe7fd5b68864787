import { counts, inTurn, letRetriesCome, listeners } from '../../probe/answered-deliveries.ts';
import { type Check, exclusiveCheck } from '../../run/check.ts';

const redirects = [301, 302, 303, 307, 308];

/** DLV-09: redirects are not followed. That private addresses are refused cannot be seen where the suite itself must be reached at one. */
export const dlv09: Check = exclusiveCheck('DLV-09', async (trial) => {
  const [company] = trial.target.companies;
  const { endpoint, url } = await trial.bench.webhooks.open(trial);
  const replies = redirects.map((status) => [String(status), inTurn({ status, headers: { Location: url } }, { status: 204 })] as const);
  const listening = await listeners(trial, company, Object.fromEntries(replies));
  await letRetriesCome(trial, listening, () => counts(listening).every((count) => count > 1));
  trial.judge(endpoint.deliveries.length === 0, {
    message: 'A redirect must not be followed.',
    expected: 'nothing at its Location',
    actual: `${endpoint.deliveries.length} requests there`,
  });
});

import { counts, inTurn, letRetriesCome, listeners, tooEarly } from '../../probe/answered-deliveries.ts';
import { type Check, exclusiveCheck } from '../../run/check.ts';

const refusals = [300, 301, 302, 303, 304, 307, 308, 400, 401, 403, 404, 409, 410, 422, 429, 500, 502, 503];

/** DLV-02: any answer but 2xx is retried, redirects too. */
export const dlv02: Check = exclusiveCheck('DLV-02', async (trial) => {
  const [company] = trial.target.companies;
  const { url } = await trial.bench.webhooks.open(trial);
  const replies = refusals.map((status) => {
    const redirects = status >= 300 && status < 400 && status !== 304;
    return [String(status), inTurn({ status, ...(redirects && { headers: { Location: url } }) }, { status: 204 })] as const;
  });
  const listening = await listeners(trial, company, Object.fromEntries(replies));
  await letRetriesCome(trial, listening, () => counts(listening).every((count) => count > 1));
  // Where nothing at all was retried, real time was too short, or nothing ever is: that is DLV-04.
  if (trial.bench.clock === undefined && counts(listening).every((count) => count === 1)) throw tooEarly('no retry came');
  for (const { name, attempts } of listening) {
    trial.judge(attempts().length > 1, {
      message: `A delivery answered ${name} must be retried.`,
      expected: 'another attempt',
      actual: 'none',
    });
  }
});

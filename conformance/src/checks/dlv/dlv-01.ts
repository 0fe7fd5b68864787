import { counts, inTurn, letRetriesCome, listeners, tooEarly } from '../../probe/answered-deliveries.ts';
import { type Check, exclusiveCheck } from '../../run/check.ts';

const confirmations = [200, 201, 202, 204, 226, 299];
/** The attempt that was confirmed, and one stray duplicate. */
const mostAttempts = 2;
/** Moves of the clock, each past the wait of any retry. */
const moves = 3;

/** DLV-01: any 2xx answer confirms: the retries end. */
export const dlv01: Check = exclusiveCheck('DLV-01', async (trial) => {
  const [company] = trial.target.companies;
  const replies = Object.fromEntries(confirmations.map((status) => [String(status), inTurn({ status })]));
  // The control: this one shows that retries do come while they are waited for.
  const listening = await listeners(trial, company, { ...replies, refused: inTurn({ status: 500 }, { status: 204 }) });
  const refused = listening.filter(({ name }) => name === 'refused');
  const retried = await letRetriesCome(trial, refused, () => counts(refused).some((count) => count > 1));
  for (let move = 1; move < moves; move += 1)
    await letRetriesCome(trial, listening, () => counts(listening).some((count) => count > mostAttempts));
  for (const { name, attempts } of listening) {
    if (name === 'refused') continue;
    trial.judge(attempts().length <= mostAttempts, {
      message: `${name} must confirm a delivery.`,
      expected: 'no retry (one stray duplicate is tolerated)',
      actual: `${attempts().length} attempts`,
    });
  }
  if (!retried) throw tooEarly('no retry came to a refused delivery, so that none can be missed here');
});

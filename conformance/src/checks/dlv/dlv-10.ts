import { counts, inTurn, listeners } from '../../probe/answered-deliveries.ts';
import { type Check, exclusiveCheck } from '../../run/check.ts';
import { Skip } from '../../run/verdict.ts';

const minuteMs = 60_000;
/** The waits of D-09, each of which may be a fifth shorter or longer. */
const waitsMs = [5_000, 5 * minuteMs, 30 * minuteMs, 120 * minuteMs, 300 * minuteMs];
const spread = 0.2;
/** Time that passes for real while a wait is measured counts too: it is left as room at both ends. */
const roomMs = 1_500;
const arrivesWithinMs = 5_000;

/** DLV-10: exactly five retries, after about 5 s, 5 min, 30 min, 2 h and 5 h. */
export const dlv10: Check = exclusiveCheck('DLV-10', async (trial) => {
  const { clock } = trial.bench;
  if (clock === undefined) throw new Skip('the retries take hours: set controls.clock to move the target through them');
  const [company] = trial.target.companies;
  const listening = await listeners(trial, company, { refusing: inTurn({ status: 500 }) });
  const [refusing] = listening;
  const attempts = (): number => counts(listening)[0] ?? 0;
  for (const [index, waitMs] of waitsMs.entries()) {
    const [earliestMs, latestMs] = [waitMs * (1 - spread) - roomMs, waitMs * (1 + spread) + roomMs];
    await clock.advance(earliestMs);
    await refusing?.hook.endpoint.until(() => attempts() > index + 1, Math.min(trial.target.timing.quietMs, roomMs / 2));
    trial.judge(attempts() === index + 1, {
      message: `Retry ${index + 1} must wait about ${waitMs / 1000} s.`,
      expected: `nothing within ${earliestMs / 1000} s`,
      actual: 'the retry',
    });
    await clock.advance(latestMs - earliestMs);
    await refusing?.hook.endpoint.until(() => attempts() > index + 1, arrivesWithinMs);
    trial.judge(attempts() === index + 2, {
      message: `Retry ${index + 1} must come after about ${waitMs / 1000} s.`,
      expected: `the retry within ${latestMs / 1000} s`,
      actual: `${attempts() - 1} retries`,
    });
  }
  await clock.advance(24 * 60 * minuteMs);
  await refusing?.hook.endpoint.settled(attempts, trial.target.timing.quietMs);
  trial.judge(attempts() === waitsMs.length + 1, {
    message: 'There must be five retries.',
    expected: '5 retries',
    actual: `${attempts() - 1} retries`,
  });
});

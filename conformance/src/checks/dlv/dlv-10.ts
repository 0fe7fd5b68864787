import { setTimeout as sleep } from 'node:timers/promises';
import { arrivalsOf, contactTypes, createContact } from '../../probe/contact-life.ts';
import { type Check, exclusiveCheck } from '../../run/check.ts';
import { Skip } from '../../run/verdict.ts';
import { awaitDeliveries } from '../../target/webhooks.ts';

const minuteMs = 60_000;
/** The waits of D-09, each of which may be a fifth shorter or longer. */
const waitsMs = [5_000, 5 * minuteMs, 30 * minuteMs, 120 * minuteMs, 300 * minuteMs];
const spread = 0.2;
/** Real time passes too while a wait is measured: left as room at both ends. */
const roomMs = 2_000;
const nothingWithinMs = 250;
const attemptEndsWithinMs = 500;
const arrivesWithinMs = 5_000;

/** DLV-10: exactly five retries, after about 5 s, 5 min, 30 min, 2 h and 5 h. */
export const dlv10: Check = exclusiveCheck('DLV-10', async (trial) => {
  const { clock } = trial.bench;
  if (clock === undefined) throw new Skip('the retries take hours: set controls.clock to move the target through them');
  const [company] = trial.target.companies;
  const { create } = contactTypes(trial);
  const hook = await trial.bench.webhooks.create(trial, company, [create], { script: () => ({ status: 500 }) });
  const contact = await createContact(trial, company);
  const attempts = (): number => arrivalsOf(hook, create, contact).length;
  await awaitDeliveries(trial, hook, () => attempts() > 0);
  for (const [index, waitMs] of waitsMs.entries()) {
    const [earliestMs, latestMs] = [waitMs * (1 - spread) - roomMs, waitMs * (1 + spread) + roomMs];
    const come = (withinMs: number): Promise<boolean> => hook.endpoint.until(() => attempts() > index + 1, withinMs);
    // The wait counts from the end of the attempt, which the target sees a little later than we do.
    await sleep(attemptEndsWithinMs);
    await clock.advance(earliestMs);
    const early = await come(nothingWithinMs);
    trial.judge(!early, {
      message: `Retry ${index + 1} must wait about ${waitMs / 1000} s.`,
      expected: `nothing within ${earliestMs / 1000} s`,
      actual: 'the retry',
    });
    await clock.advance(latestMs - earliestMs);
    const due = await come(arrivesWithinMs);
    trial.judge(due, {
      message: `Retry ${index + 1} must come after about ${waitMs / 1000} s.`,
      expected: `the retry within ${latestMs / 1000} s`,
      actual: 'nothing',
    });
  }
  await clock.advance(24 * 60 * minuteMs);
  await hook.endpoint.settled(attempts, trial.target.timing.quietMs);
  const retries = attempts() - 1;
  trial.judge(retries === waitsMs.length, { message: 'There must be five retries.', expected: '5 retries', actual: `${retries} retries` });
});

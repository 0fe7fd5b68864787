import type { Trial } from '../../engine/trial.ts';
import type { Call } from '../../http/call.ts';
import { type Check, check } from '../../model/check.ts';
import { prepared, probes } from '../../scenarios/refusals/probe.ts';
import { trySome } from '../../scenarios/refusals/refusal.ts';

/** How often one token is used on one operation: a token is not spent by use. */
const uses = 3;

/** AUTH-03: the token is accepted as Bearer on every later request. */
export const auth03: Check = check('AUTH-03', async (trial) => {
  for (const company of trial.target.companies) {
    await trySome(trial, probes(trial, company), async ({ operation, prepare }) => {
      const call = await prepared(prepare);
      if (call === undefined) return false;
      const times = call.method === 'GET' ? uses : 1;
      for (let use = 0; use < times; use += 1) await judgeAccepted(trial, operation, call);
      return true;
    });
  }
});

async function judgeAccepted(trial: Trial, operation: string, call: Call): Promise<void> {
  const answer = await trial.sendJudged(call, 'anything but 401');
  trial.judge(answer.status !== 401, {
    message: `${operation} must accept a token that authenticate gave out.`,
    expected: 'anything but 401',
    actual: '401',
  });
}

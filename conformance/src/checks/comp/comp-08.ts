import fc from 'fast-check';
import type { Trial } from '../../engine/trial.ts';
import { type Check, check } from '../../model/check.ts';
import { Inconclusive } from '../../model/verdict.ts';
import { probes } from '../../scenarios/refusals/probe.ts';
import { controlFails } from '../../scenarios/refusals/refusal.ts';

/** COMP-08: an object that does not exist answers 404. */
export const comp08: Check = check('COMP-08', async (trial) => {
  const api = await trial.api();
  const absent = fc.record({
    operation: fc.constantFrom(...(await answering(trial))),
    id: fc.integer({ min: 1_000_000_007, max: 2_000_000_011 }).map(String),
  });
  await trial.forAll(absent, 9, async ({ operation, id }) => {
    const answer = await trial.sendJudged(api.call(operation, { id }), '404');
    trial.judge(answer.status === 404, {
      message: `${operation} of an object that does not exist must say so.`,
      expected: '404',
      actual: String(answer.status),
    });
  });
});

const operations = ['getArticolo', 'getAnagrafica', 'getWebhook'] as const;

/** The operations that answer an object which exists: the control. @throws Inconclusive where none does */
async function answering(trial: Trial): Promise<readonly (typeof operations)[number][]> {
  const found: (typeof operations)[number][] = [];
  for (const operation of operations) {
    const probe = probes(trial, trial.target.companies[0]).find((candidate) => candidate.operation === operation);
    const reason = probe && (await controlFails(trial, probe));
    if (reason === undefined) found.push(operation);
    else trial.leaveUnjudged(`${operation} of an object that exists: ${reason}`);
  }
  if (found.length === 0) throw new Inconclusive('no object that exists is answered');
  return found;
}

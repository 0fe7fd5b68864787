import { Requests } from '../../api/requests.ts';
import type { Trial } from '../../engine/trial.ts';
import { withHeader } from '../../http/call.ts';
import { type Check, timelineCheck } from '../../model/check.ts';
import { Inconclusive, Skip } from '../../model/verdict.ts';
import { prepared, probes } from '../../scenarios/refusals/probe.ts';

const hourMs = 3_600_000;

/** "Well past a day", and short of any lifetime that deserves the name of several days. */
const ageMs = 30 * hourMs;

/** After so long a token has ended that a later one ends, at the most; short enough that the others keep theirs. */
const graceMs = hourMs * 0.8;
const looks = 3;

/** AUTH-06: a token stays valid well past a day, used or not, on every operation. */
export const auth06: Check = timelineCheck('AUTH-06', async (trial) => {
  const { session } = trial.bench;
  if (trial.clock === undefined) throw new Skip('this takes more than a day: set controls.clock to move the target through it');
  const old = new Requests(trial.target, await session.newToken((call) => trial.send(call)));
  await trial.prepare(old.call('listAzienda'));
  session.retire(old.token);
  await trial.advance(ageMs);
  session.forget();
  for (const { operation, prepare } of probes(trial, trial.target.companies[0])) {
    const call = await prepared(prepare);
    if (call === undefined) continue;
    const answer = await trial.sendJudged(withHeader(call, 'Authorization', `Bearer ${old.token}`), 'anything but 401');
    if (answer.status === 401 && (await isEndedByLater(trial)))
      throw new Inconclusive('the target ends a token when its user authenticates again, as other rules need to: its age cannot be judged');
    const message = `${operation} must accept a token ${ageMs / hourMs} hours after its issue.`;
    trial.judge(answer.status !== 401, { message, expected: 'anything but 401', actual: '401' });
  }
});

/** Whether of two tokens of one age the earlier is refused and the later is not, a while after: then it is not their age that ends them. */
async function isEndedByLater(trial: Trial): Promise<boolean> {
  const { session } = trial.bench;
  if (session.isSingle) return true;
  const isAccepted = async (calls: Requests): Promise<boolean> => (await trial.send(calls.call('listAzienda'))).status !== 401;
  for (let look = 0; look < looks; look += 1) {
    const earlier = new Requests(trial.target, await session.newToken((call) => trial.send(call)));
    const later = new Requests(trial.target, await session.newToken((call) => trial.send(call)));
    for (const { token } of [earlier, later]) session.retire(token);
    await trial.advance(graceMs);
    // Others may authenticate meanwhile, and end both.
    if (!(await isAccepted(earlier)) && (await isAccepted(later))) return true;
  }
  return false;
}

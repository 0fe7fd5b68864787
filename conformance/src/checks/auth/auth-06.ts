import { probes } from '../../probe/probe.ts';
import { type Check, timelineCheck } from '../../run/check.ts';
import { Skip } from '../../run/verdict.ts';
import { Requests } from '../../target/requests.ts';
import { withHeader } from '../../wire/call.ts';
import { prepared } from './auth-03.ts';

const hourMs = 3_600_000;

/** "Well past a day", and short of any lifetime that deserves the name of several days. */
const ageMs = 30 * hourMs;

/** AUTH-06: a token stays valid well past a day, used or not, on every operation. */
export const auth06: Check = timelineCheck('AUTH-06', async (trial) => {
  const { session } = trial.bench;
  if (trial.clock === undefined) throw new Skip('this takes more than a day: set controls.clock to move the target through it');
  const old = new Requests(trial.target, await session.newToken((call) => trial.send(call)));
  await trial.prepare(old.call('listAzienda'));
  await trial.advance(ageMs);
  session.forget();
  for (const { operation, prepare } of probes(trial, trial.target.companies[0])) {
    const call = await prepared(prepare);
    if (call === undefined) continue;
    const answer = await trial.sendJudged(withHeader(call, 'Authorization', `Bearer ${old.token}`), 'anything but 401');
    const message = `${operation} must accept a token ${ageMs / hourMs} hours after its issue.`;
    trial.judge(answer.status !== 401, { message, expected: 'anything but 401', actual: '401' });
  }
});

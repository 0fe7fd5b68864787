import { type Check, exclusiveCheck } from '../../run/check.ts';
import { Skip } from '../../run/verdict.ts';
import { Requests } from '../../target/requests.ts';
import { isSuccess } from '../../wire/answer.ts';

const hourMs = 3_600_000;

/** "Well past a day", and short of any lifetime that deserves the name of several days. */
const agesMs = [12 * hourMs, 18 * hourMs];

/** AUTH-06: a token stays valid well past a day. */
export const auth06: Check = exclusiveCheck('AUTH-06', async (trial) => {
  const { clock, session } = trial.bench;
  if (clock === undefined) throw new Skip('this takes more than a day: set controls.clock to move the target through it');
  const requests = new Requests(trial.target, await session.newToken((call) => trial.send(call)));
  await trial.prepare(requests.call('listAzienda'));
  session.forget();
  let ageMs = 0;
  for (const stepMs of agesMs) {
    await clock.advance(stepMs);
    ageMs += stepMs;
    const answer = await trial.sendJudged(requests.call('listAzienda'), '2xx');
    trial.judge(isSuccess(answer), {
      message: `A token must still be valid ${ageMs / hourMs} hours after its issue.`,
      expected: '2xx',
      actual: String(answer.status),
    });
  }
});

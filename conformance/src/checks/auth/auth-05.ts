import { type Check, exclusiveCheck } from '../../run/check.ts';
import { Skip } from '../../run/verdict.ts';
import { Requests } from '../../target/requests.ts';
import { isSuccess } from '../../wire/answer.ts';

/** AUTH-05: an expired token answers 401; authenticating again gives a new token that works. */
export const auth05: Check = exclusiveCheck('AUTH-05', async (trial) => {
  const { clock, session } = trial.bench;
  if (clock === undefined) throw new Skip('a token expires after days: set controls.clock to move the target through them');
  const old = new Requests(trial.target, await session.newToken((call) => trial.send(call)));
  await trial.prepare(old.call('listAzienda'));

  await clock.advance(trial.target.controls.tokenLifetimeAtMostMs);
  session.forget();
  const refused = await trial.sendJudged(old.call('listAzienda'), '401');
  trial.judge(refused.status === 401, { message: 'An expired token must be refused.', expected: '401', actual: String(refused.status) });

  const renewed = new Requests(trial.target, await session.token((call) => trial.send(call)));
  trial.judge(renewed.token !== old.token, {
    message: 'Authenticating again must give a new token.',
    expected: 'another token',
    actual: 'the expired one',
  });
  const accepted = await trial.sendJudged(renewed.call('listAzienda'), '2xx');
  trial.judge(isSuccess(accepted), { message: 'The new token must work.', expected: '2xx', actual: String(accepted.status) });
});

import fc from 'fast-check';
import { Requests } from '../../api/requests.ts';
import { isSuccess } from '../../http/answer.ts';
import { withHeader } from '../../http/call.ts';
import { type Check, timelineCheck } from '../../model/check.ts';
import { Skip } from '../../model/verdict.ts';
import { probesOfRefusals } from '../../scenarios/refusals/probe.ts';
import { type Alteration, judgeRefusals } from '../../scenarios/refusals/refusal.ts';

/** AUTH-05: an expired token answers 401; authenticating again gives a new token that works. */
export const auth05: Check = timelineCheck('AUTH-05', async (trial) => {
  const { session } = trial.bench;
  if (trial.clock === undefined) throw new Skip('a token expires after days: set controls.clock to move the target through them');
  const old = new Requests(trial.target, await session.newToken((call) => trial.send(call)));
  await trial.prepare(old.call('listAzienda'));
  session.retire(old.token);

  await trial.advance(trial.target.controls.tokenLifetimeAtMostMs);
  session.forget();
  const renewed = await trial.api();
  const message = 'Authenticating again must give a new token.';
  trial.judge(renewed.token !== old.token, { message, expected: 'another token', actual: 'the expired one' });
  const accepted = await trial.sendJudged(renewed.call('listAzienda'), '2xx');
  trial.judge(isSuccess(accepted), { message: 'The new token must work.', expected: '2xx', actual: String(accepted.status) });

  const expired: Alteration = { what: 'an expired token', apply: (call) => withHeader(call, 'Authorization', `Bearer ${old.token}`) };
  await judgeRefusals(trial, probesOfRefusals(trial, trial.target.companies[0]), {
    status: 401,
    alterations: fc.constant(expired),
    runs: 1,
    sampled: true,
  });
});

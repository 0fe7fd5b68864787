import fc from 'fast-check';
import { RequestBuilder } from '../../api/requests.ts';
import { isSuccess } from '../../http/answer.ts';
import { withHeader } from '../../http/call.ts';
import { type Check, check } from '../../model/check.ts';
import { Skip } from '../../model/verdict.ts';
import { preparedOperations } from '../../scenarios/refusals/prepared-operation.ts';
import { type Alteration, judgeRefusals } from '../../scenarios/refusals/refusal.ts';

/** AUTH-05: an expired token answers 401; authenticating again gives a new token that works. */
export const auth05: Check = check('AUTH-05', { isolation: 'clock', weight: 1 }, async (context) => {
  const { session } = context.run;
  if (context.clock === undefined)
    throw new Skip('a token expires after days: set controls.clock to move the target through them', 'no clock');
  const old = new RequestBuilder(context.target, await session.newToken((call) => context.send(call)));
  await context.prepare(old.call('listAzienda'));
  session.retire(old.token);

  await context.advance(context.target.controls.tokenLifetimeAtMostMs);
  session.forget();
  const renewed = await context.api();
  const message = 'Authenticating again must give a new token.';
  context.judge(renewed.token !== old.token, { message, expected: 'another token', actual: 'the expired one' });
  const accepted = await context.sendJudged(renewed.call('listAzienda'), '2xx');
  context.judge(isSuccess(accepted), { message: 'The new token must work.', expected: '2xx', actual: String(accepted.status) });

  const expired: Alteration = { what: 'an expired token', apply: (call) => withHeader(call, 'Authorization', `Bearer ${old.token}`) };
  await judgeRefusals(context, preparedOperations(context, context.target.companies[0]), {
    status: 401,
    alterations: fc.constant(expired),
    runs: 1,
  });
});

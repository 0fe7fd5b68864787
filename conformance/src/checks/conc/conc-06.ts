import { type Check, check } from '../../model/check.ts';
import { acceptsPut, guardedKinds } from '../../scenarios/concurrency/guarded.ts';
import { judgeUnchanged } from '../../scenarios/concurrency/unchanged.ts';

/** CONC-06: a PUT without a ConcurrencyToken answers 400. */
export const conc06: Check = check('CONC-06', async (trial) => {
  for (const kind of await guardedKinds(trial)) {
    await acceptsPut(trial, kind);
    const object = await kind(trial);
    const before = await object.look();
    for (const token of [undefined, null]) {
      const answer = await trial.sendJudged(await object.put(trial.fresh(), token), '400');
      trial.judge(answer.status === 400, {
        message: `A PUT (${object.kind}) with ${token === null ? 'a null token' : 'no token'} must be refused.`,
        expected: '400',
        actual: String(answer.status),
      });
    }
    await judgeUnchanged(trial, object, before, 'A PUT without a token');
    // The control: the same with the token is accepted.
    await trial.prepare(await object.put(trial.fresh(), object.created.token));
  }
});

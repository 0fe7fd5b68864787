import { type Check, check } from '../../model/check.ts';
import { guardedKinds, resourceAcceptsPut } from '../../scenarios/concurrency/guarded.ts';
import { judgeUnchanged } from '../../scenarios/concurrency/unchanged.ts';

/** CONC-06: a PUT without a ConcurrencyToken answers 400. */
export const conc06: Check = check('CONC-06', { isolation: 'shared', weight: 1 }, async (context) => {
  for (const { name, create: kind } of await guardedKinds(context)) {
    await resourceAcceptsPut(context, name);
    const object = await kind(context);
    const before = await object.look();
    for (const token of [undefined, null]) {
      for (const key of [undefined, context.freshKey()]) {
        const answer = await context.sendJudged(await object.put(context.fresh(), token, key), '400');
        context.judge(answer.status === 400, {
          message: `A PUT (${object.kind}) with ${token === null ? 'a null token' : 'no token'} must be refused.`,
          expected: '400',
          actual: String(answer.status),
        });
      }
    }
    await judgeUnchanged(context, object, before, 'A PUT without a token');
    // The control: the same PUT with the token is accepted.
    await context.prepare(await object.put(context.fresh(), object.created.token));
  }
});

import { type Check, check } from '../../model/check.ts';
import type { Call } from '../../model/exchange.ts';
import { guardedKinds, judgeRefusedPuts, resourceAcceptsPut } from '../../scenarios/concurrency/guarded.ts';

/** CONC-06: a PUT without a ConcurrencyToken answers 400. */
export const conc06: Check = check('CONC-06', { isolation: 'shared', weight: 1 }, async (context) => {
  for (const { name, create: kind } of await guardedKinds(context)) {
    await resourceAcceptsPut(context, name);
    const object = await kind(context);
    const calls: Call[] = [];
    for (const token of [undefined, null])
      for (const key of [undefined, context.freshKey()]) calls.push(await object.put(context.fresh(), token, key));
    await judgeRefusedPuts(context, object, calls, 'A PUT with no token, or null', 400);
    // The control: the same PUT with the token is accepted.
    await context.prepare(await object.put(context.fresh(), object.created.token));
  }
});

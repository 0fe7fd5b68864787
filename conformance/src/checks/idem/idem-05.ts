import { isReplayed, isSuccess } from '../../http/answer.ts';
import { type Check, check } from '../../model/check.ts';
import { asUse, atEach, firstUse, freshCall, keyedOperations } from '../../scenarios/idempotency/keyed-use.ts';
import { OperationEffects } from '../../scenarios/idempotency/operation-effects.ts';
import { judgeTogether, together } from '../../scenarios/idempotency/together.ts';

/** When the requests of each round start, in milliseconds: all at once, and some while the first is likely to be under way or answered. */
const ROUNDS: readonly (readonly number[])[] = [
  [0, 0, 0, 0, 0],
  [0, 0, 0, 0, 1, 3, 8],
];

/** IDEM-05: of concurrent requests with one key exactly one takes effect; the others answer 409 or the replay. */
export const idem05: Check = check('IDEM-05', { isolation: 'shared', weight: 2 }, async (context) => {
  const effects = await OperationEffects.watch(context);
  await atEach(context, keyedOperations(context), async (one) => {
    if (!one.staysForGood) effects.control(await firstUse(context, one));
    for (const starts of ROUNDS.slice(0, one.staysForGood ? 1 : context.upTo(ROUNDS.length))) {
      const key = context.freshKey();
      const prepared = await freshCall(context, one, key);
      const sent = await together(context, prepared.call, starts);
      judgeTogether(context, one.operation, sent);
      const executed = sent.find(({ answer }) => answer !== undefined && isSuccess(answer) && !isReplayed(answer))?.answer;
      if (executed !== undefined) effects.expect(await asUse(one, key, prepared, executed));
    }
  });
  await effects.judge('Concurrent requests with one key must have one effect');
});

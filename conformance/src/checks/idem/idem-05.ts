import fc from 'fast-check';
import { isReplayed, isSuccess } from '../../http/answer.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { acceptsPut, webhook } from '../../scenarios/concurrency/guarded.ts';
import { creations } from '../../scenarios/idempotency/creation.ts';
import { ExpectedEffects, withCreation } from '../../scenarios/idempotency/keyed-case.ts';
import { asUse, atEach, firstUse, freshCall, keyedOperations } from '../../scenarios/idempotency/keyed-use.ts';
import { OperationEffects } from '../../scenarios/idempotency/operation-effects.ts';
import { judgeTogether, together } from '../../scenarios/idempotency/together.ts';
import { unlessAbsent } from '../../scenarios/unless-absent.ts';

/** When each of two to ten requests starts, in milliseconds: most at once, some while the first is likely to be under way or answered. */
const starts: fc.Arbitrary<readonly number[]> = fc.array(fc.constantFrom(0, 0, 0, 0, 1, 3, 8), { minLength: 2, maxLength: 10 });

/** When requests start that do not all start at once. */
function startsOf(afterMs: readonly number[]): string {
  return afterMs.every((delay) => delay === 0) ? '' : `, after ${afterMs.join(', ')} ms`;
}

/** Requests at once at each operation, and how often. */
const AT_ONCE = [0, 0, 0, 0, 0];
const ROUNDS = 2;

/** IDEM-05: of concurrent requests with one key exactly one takes effect; the others answer 409 or the replay. */
export const idem05: Check = check('IDEM-05', { isolation: 'shared', weight: 2 }, async (context) => {
  const kinds = await creations(context);
  const effects = new ExpectedEffects();
  await context.forAll(
    withCreation(kinds, starts),
    14,
    async ({ creation, rest }) => {
      const [draft, key] = [await creation.draft(), context.freshKey()];
      const sent = await together(context, await creation.call(draft, key), rest);
      judgeTogether(context, creation.kind, sent);
      if (sent.some(({ answer }) => answer !== undefined && isSuccess(answer))) effects.expect(creation, draft.mark, 1);
    },
    kinds.map((creation) => ({ creation, rest: [0, 0, 0, 0] })),
    ({ creation, rest }) => `${rest.length} concurrent POSTs of a ${creation.kind}${startsOf(rest)}`,
  );
  await unlessAbsent(context, 'PUTs', () => judgePuts(context));
  await judgeOperations(context);
  await effects.judge(context, 'Concurrent requests with one key must have one effect.');
});

/** Every operation, on an object of its own each time. */
async function judgeOperations(context: CheckContext): Promise<void> {
  const effects = await OperationEffects.watch(context);
  await atEach(context, keyedOperations(context), async (one) => {
    effects.control(await firstUse(context, one));
    for (let round = 0; round < context.upTo(ROUNDS); round += 1) {
      const key = context.freshKey();
      const prepared = await freshCall(context, one, key);
      const sent = await together(context, prepared.call, AT_ONCE);
      judgeTogether(context, one.operation, sent);
      const executed = sent.find(({ answer }) => answer !== undefined && isSuccess(answer) && !isReplayed(answer))?.answer;
      if (executed !== undefined) effects.expect(await asUse(one, key, prepared, executed));
    }
  });
  await effects.judge('Concurrent requests with one key must have one effect');
}

/** Whoever refuses one because the other has used its token up has forgotten the key. */
async function judgePuts(context: CheckContext): Promise<void> {
  await acceptsPut(context, webhook);
  const judge = async (drawn: readonly number[]): Promise<void> => {
    const object = await webhook(context);
    const sent = await together(context, await object.put(context.fresh(), object.created.token, context.freshKey()), drawn);
    judgeTogether(context, 'PUT of a webhook', sent);
  };
  await context.forAll(starts, 4, judge, [], (drawn) => `${drawn.length} concurrent PUTs of a webhook${startsOf(drawn)}`);
}

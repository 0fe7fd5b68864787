import fc from 'fast-check';
import { isSuccess } from '../../http/answer.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Answer, Call, Cut } from '../../model/exchange.ts';
import { acceptsPut } from '../../scenarios/concurrency/guarded.ts';
import type { Guarded } from '../../scenarios/concurrency/guarded-state.ts';
import { afterConflicts } from '../../scenarios/idempotency/after-conflict.ts';
import { creations } from '../../scenarios/idempotency/creation.ts';
import { ExpectedEffects, judgeReplay, withCreation } from '../../scenarios/idempotency/keyed-case.ts';
import { keyedPuts } from '../../scenarios/idempotency/keyed-puts.ts';
import { asUse, atEach, firstUse, freshCall, keyedOperations } from '../../scenarios/idempotency/keyed-use.ts';
import { OperationEffects } from '../../scenarios/idempotency/operation-effects.ts';
import type { OperationCase, Prepared } from '../../scenarios/operations/operation-case.ts';
import { isSameName } from '../../scenarios/values/texts.ts';

/** One to three attempts whose answers are lost, each at another moment. */
const cuts: fc.Arbitrary<readonly Cut[]> = fc.array(fc.constantFrom<Cut>(0, 1, 3, 10, 30, 'as the answer begins', 'reset'), {
  minLength: 1,
  maxLength: 3,
});

/** When the answers of every operation are lost. */
const LOST: readonly Cut[] = ['with the last byte', 'as the answer begins', 'reset'];

/** A request of an operation whose connection is cut. */
interface LostUse {
  readonly one: OperationCase;
  readonly key: string;
  readonly prepared: Prepared;
  readonly cut: Cut;
}

/** IDEM-15: after a cut connection the retries with the same key end in a 2xx, with exactly one effect. */
export const idem15: Check = check('IDEM-15', { isolation: 'shared', weight: 4 }, async (context) => {
  const effects = new ExpectedEffects();
  const kinds = await creations(context);
  const conflicts: (() => Promise<void>)[] = [];
  const examples = kinds.flatMap((creation) => [[0] as const, ['as the answer begins'] as const].map((rest) => ({ creation, rest })));
  await context.forAll(
    withCreation(kinds, cuts),
    6,
    async ({ creation, rest }) => {
      const draft = await creation.draft();
      const call = await creation.call(draft, context.freshKey());
      const retry = await retryAfterCuts(context, call, rest);
      const recover = async (): Promise<void> => {
        const answer = await judgeRecovered(context, call, retry, creation.kind);
        judgeReplay(context, creation, answer, await nextRetry(context, call), 'The next retry');
        effects.expect(creation, draft.mark, 1);
      };
      if (retry.status === 409) conflicts.push(recover);
      else await recover();
    },
    examples,
  );
  for (const kind of await keyedPuts(context)) {
    await acceptsPut(context, kind);
    await context.forAll(cuts, 3, async (drawn) => {
      const object = await kind(context);
      const mark = context.fresh();
      const call = await object.put(mark, object.created.token, context.freshKey());
      const retry = await retryAfterCuts(context, call, drawn);
      const recover = (): Promise<void> => judgePut(context, object, mark, call, retry);
      if (retry.status === 409) conflicts.push(recover);
      else await recover();
    });
  }
  const operationEffects = await OperationEffects.watch(context);
  for (const { one, key, prepared } of await cutTogether(context, operationEffects)) {
    const retry = await context.sendJudged(prepared.call, '2xx, possibly after 409s');
    const recover = async (): Promise<void> => {
      const answer = await judgeRecovered(context, prepared.call, retry, one.operation);
      judgeReplay(context, { kind: one.operation }, answer, await nextRetry(context, prepared.call), 'The next retry');
      operationEffects.expect(await asUse(one, key, prepared, answer));
    };
    if (retry.status === 409) conflicts.push(recover);
    else await recover();
  }
  // Together, since each waits for as long as its 409 says.
  await Promise.all(conflicts.map((recover) => recover()));
  await operationEffects.judge('A request whose answer was lost, and its retries, must have one effect', 'as many');
  await effects.judge(context, 'A request whose answers were lost, and its retries, must have one effect.');
});

/** Requests of every operation, cut at one time: those that wait for the others have lost their caller before they are executed. */
async function cutTogether(context: CheckContext, effects: OperationEffects): Promise<readonly LostUse[]> {
  const uses: LostUse[] = [];
  await atEach(context, keyedOperations(context), async (one) => {
    effects.control(await firstUse(context, one));
    for (const cut of context.some(LOST)) {
      const key = context.freshKey();
      uses.push({ one, key, cut, prepared: await freshCall(context, one, key) });
    }
  });
  await Promise.all(uses.map(({ prepared, cut }) => context.sendCut(prepared.call, cut)));
  return uses;
}

async function judgePut(context: CheckContext, object: Guarded, mark: string, call: Call, retry: Answer): Promise<void> {
  await judgeRecovered(context, call, retry, `PUT of a ${object.kind}`);
  const shown = (await object.look())?.mark;
  if (shown === undefined) return;
  context.judge(isSameName(shown, mark), { message: 'A PUT that ended in a 2xx must have taken effect.', expected: mark, actual: shown });
}

async function retryAfterCuts(context: CheckContext, call: Call, drawn: readonly Cut[]): Promise<Answer> {
  for (const cut of drawn) await context.sendCut(call, cut);
  return await context.sendJudged(call, '2xx, possibly after 409s');
}

/** A request whose connection was cut may reach the target late: this retry may then meet it, and be answered 409 as the first one may. */
async function nextRetry(context: CheckContext, call: Call): Promise<Answer> {
  return await afterConflicts(context, call, await context.sendJudged(call, 'the replay'));
}

async function judgeRecovered(context: CheckContext, call: Call, retry: Answer, what: string): Promise<Answer> {
  const answer = await afterConflicts(context, call, retry);
  context.judge(isSuccess(answer), {
    message: `The retries after a lost response (${what}) must end in a 2xx.`,
    expected: '2xx, possibly after 409s',
    actual: `${answer.status}${retry.status === 409 && answer.status === 409 ? ' for ever' : ''}`,
  });
  return answer;
}

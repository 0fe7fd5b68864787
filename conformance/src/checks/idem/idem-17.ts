import { headerNames } from '../../api/header-names.ts';
import { isReplayed, isSuccess } from '../../http/answer.ts';
import { withHeader, withMethod } from '../../http/call.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Call } from '../../model/exchange.ts';
import { judgeReplay } from '../../scenarios/idempotency/keyed-case.ts';
import type { KeyedUse } from '../../scenarios/idempotency/keyed-use.ts';
import { atEach, firstUse, freshCall, makingUse, repeatableOperations } from '../../scenarios/idempotency/keyed-use.ts';
import { judgeAsUnused, judgeLikeKeys, likeKeys } from '../../scenarios/idempotency/like-keys.ts';
import { judgeSameState, shownState } from '../../scenarios/idempotency/shown-state.ts';
import { boundOperations, type OperationCase } from '../../scenarios/operations/operation-case.ts';

/** An id that no target uses. */
const ABSENT_NUMBER = '1999999973';

const MISMATCH = [422];
/** A mismatch, or a refusal of the method (501 if it is planned). */
const OTHER_METHOD = [422, 404, 405, 501];

/** IDEM-17: a key is also bound to the method of a DELETE, the exact query and the lack of a body. A UUID in upper case is another key. */
export const idem17: Check = check('IDEM-17', { isolation: 'shared', weight: 3 }, async (context) => {
  await atEach(context, repeatableOperations(context), async (one) => {
    const use = await firstUse(context, one);
    const before = await shownState(context, use.object);
    const { call } = use;
    if (!context.isQuick) for (const other of OTHER_QUERIES) await judgeOtherQuery(context, one, other);
    await judgeBody(context, use);
    for (const method of context.some(['POST', 'PUT', 'DELETE'].filter((name) => name !== call.method)))
      await judgeRefused(context, withMethod(call, method), OTHER_METHOD, `${method} (${one.operation})`);
    await judgeSameState(context, use.object, before, `What was refused under the key of ${one.operation}`);
    await judgeApplication(context, use);
    await judgeLikeKeys(context, use);
  });
  const deletions = boundOperations(context).filter(({ effect }) => effect.kind === 'delete');
  await atEach(context, deletions, (one) => judgeDeletion(context, one));
});

interface OtherQuery {
  readonly what: string;
  readonly first: string;
  readonly second: string;
}

/** Two queries that careless code confuses. */
const OTHER_QUERIES: readonly OtherQuery[] = [
  { what: 'its query in another order', first: 'one=1&other=2', second: 'other=2&one=1' },
  { what: 'its query without an escape', first: 'one=1%26other', second: 'one=1&other' },
];

/** Judges another query, if the target accepts unknown parameters, as it may. */
async function judgeOtherQuery(context: CheckContext, one: OperationCase, { what, first, second }: OtherQuery): Promise<void> {
  const { call } = await freshCall(context, one, context.freshKey());
  if (!isSuccess(await context.send({ ...call, url: `${call.url}?${first}` }))) return;
  await judgeRefused(context, { ...call, url: `${call.url}?${second}` }, MISMATCH, `${what} (${one.operation})`);
}

/** Judges the same body in other bytes, or a body where the first request had none, if the target accepts one. */
async function judgeBody(context: CheckContext, { one, call }: KeyedUse): Promise<void> {
  if (call.body !== undefined)
    return await judgeRefused(context, { ...call, body: `${call.body} ` }, MISMATCH, `one more space (${one.operation})`);
  const withBody = (bare: Call): Call => ({ ...withHeader(bare, 'Content-Type', 'application/json'), body: '{}' });
  const control = await freshCall(context, one, context.freshKey());
  if (!isSuccess(await context.send(withBody(control.call)))) return;
  await judgeRefused(context, withBody(call), MISMATCH, `a body where there was none (${one.operation})`);
}

/** Judges a DELETE under the key that created its object, and under similar keys. */
async function judgeDeletion(context: CheckContext, one: OperationCase): Promise<void> {
  const use = await makingUse(context, one);
  if (use?.object === undefined) return;
  const before = await shownState(context, use.object);
  await judgeRefused(context, (await one.callFor(use.object, use.key)).call, OTHER_METHOD, one.operation);
  await judgeSameState(context, use.object, before, `${one.operation} under the key of ${use.one.operation}`);
  // An absent object is refused in another way than a used key, and the request can be repeated.
  const { call } = await one.callFor({ ...use.object, id: ABSENT_NUMBER });
  await judgeAsUnused(context, call, likeKeys(use.key), one.operation);
}

async function judgeApplication(context: CheckContext, { one, call, original }: KeyedUse): Promise<void> {
  const { applicationId } = headerNames(context.target.service.headerWord);
  const retry = await context.sendJudged(withHeader(call, applicationId, 'another application'), `${original.status}, replayed`);
  judgeReplay(context, { kind: one.operation }, original, retry, 'A retry by another application');
}

async function judgeRefused(context: CheckContext, call: Call, statuses: readonly number[], what: string): Promise<void> {
  const answer = await context.sendJudged(call, statuses.join(', '));
  context.judge(statuses.includes(answer.status) && !isReplayed(answer), {
    message: `Under a key of another request, ${what} must be refused.`,
    expected: statuses.join(', '),
    actual: `${answer.status}${isReplayed(answer) ? ', marked as replayed' : ''}`,
  });
}

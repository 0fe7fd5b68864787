import { headerNames } from '../../api/header-names.ts';
import { isReplayed, isSuccess } from '../../http/answer.ts';
import { withHeader, withMethod } from '../../http/call.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Answer, Call } from '../../model/exchange.ts';
import { judgeReplay } from '../../scenarios/idempotency/keyed-case.ts';
import { asUse, atEach, freshCall, type KeyedUse, makingUse, repeatableOperations } from '../../scenarios/idempotency/keyed-use.ts';
import { judgeSameState, shownState } from '../../scenarios/idempotency/shown-state.ts';
import { boundOperations, type OperationCase, type Prepared } from '../../scenarios/operations/operation-case.ts';
import { changeHexDigit } from '../../scenarios/values/near-uuid.ts';

/** An id that no target uses. */
const ABSENT_NUMBER = '1999999973';

/** Where a wildcard replaces a digit, and how many digits one replaces at the end: few, so that it matches no other key. */
const WILD = 2;

/** How many of the keys that resemble its own an operation is tried with, besides the one in capitals. */
const SHARE = 3;

const MISMATCH = [422];
/** A mismatch, or a refusal of the method (501 if it is planned). */
const OTHER_METHOD = [422, 404, 405, 501];

/** IDEM-17: a key is also bound to the method of a DELETE, the exact query and the lack of a body. A UUID in upper case is another key. */
export const idem17: Check = check('IDEM-17', { isolation: 'shared', weight: 3 }, async (context) => {
  let turn = 0;
  await atEach(context, repeatableOperations(context), async (one) => {
    const use = await usedBehindQueries(context, one);
    const before = await shownState(context, use.object);
    await judgeBody(context, use);
    await judgeRefused(context, withMethod(use.call, 'DELETE'), OTHER_METHOD, `DELETE (${one.operation})`);
    await judgeSameState(context, use.object, before, `What was refused under the key of ${one.operation}`);
    await judgeApplication(context, use);
    await judgeAsUnused(context, use.call, likeKeys(use.key, turn), one.operation);
    turn += 1;
  });
  const deletions = boundOperations(context).filter(({ effect }) => effect.kind === 'delete');
  await atEach(context, deletions, async (one) => {
    await judgeDeletion(context, one, turn);
    turn += 1;
  });
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

/** Judges other queries, if the target accepts unknown parameters, as it may. @returns a use without a query */
async function usedBehindQueries(context: CheckContext, one: OperationCase): Promise<KeyedUse> {
  const key = context.freshKey();
  let unused: Prepared | undefined = await freshCall(context, one, key);
  for (const { what, first, second } of context.isQuick ? [] : OTHER_QUERIES) {
    const { call } = unused ?? (await freshCall(context, one));
    const keyed = withHeader(call, 'Idempotency-Key', context.freshKey());
    const queried = (query: string): Call => ({ ...keyed, url: `${call.url}?${query}` });
    if (!isSuccess(await context.send(queried(first)))) continue;
    unused = undefined;
    await judgeRefused(context, queried(second), MISMATCH, `${what} (${one.operation})`);
  }
  const prepared = unused ?? (await freshCall(context, one, key));
  return await asUse(one, key, prepared, await context.prepare(prepared.call));
}

/** Judges the same body in other bytes, or a body where the first request had none, if the target accepts one. */
async function judgeBody(context: CheckContext, { one, call }: KeyedUse): Promise<void> {
  if (call.body !== undefined)
    return await judgeRefused(context, { ...call, body: `${call.body} ` }, MISMATCH, `one more space (${one.operation})`);
  const withBody = (bare: Call): Call => ({ ...withHeader(bare, 'Content-Type', 'application/json'), body: '{}' });
  const answer = await context.sendJudged(withBody(call), MISMATCH.join(', '));
  if (isRefusal(answer, MISMATCH)) return;
  const control = await freshCall(context, one, context.freshKey());
  if (isSuccess(await context.send(withBody(control.call))))
    judgeAnswer(context, answer, MISMATCH, `a body where there was none (${one.operation})`);
}

/** Judges a DELETE under the key that created its object, and under similar keys. */
async function judgeDeletion(context: CheckContext, one: OperationCase, turn: number): Promise<void> {
  const use = await makingUse(context, one);
  if (use?.object === undefined) return;
  const before = await shownState(context, use.object);
  await judgeRefused(context, (await one.callFor(use.object, use.key)).call, OTHER_METHOD, one.operation);
  await judgeSameState(context, use.object, before, `${one.operation} under the key of ${use.one.operation}`);
  // An absent object is refused in another way than a used key, and the request can be repeated.
  const { call } = await one.callFor({ ...use.object, id: ABSENT_NUMBER });
  await judgeAsUnused(context, call, likeKeys(use.key, turn), one.operation);
}

/**
 * Keys that stores and parsers may confuse with a used one: the one in capitals, and a share of those that patterns, quotes, brackets,
 * escapes or parts of keys make. Each operation in turn is tried with others.
 */
function likeKeys(key: string, turn: number): readonly string[] {
  const inPlace = (text: string): string => key.slice(0, WILD) + text + key.slice(WILD + 1);
  const others = [
    inPlace('_'),
    // A store that reads used keys as patterns takes this key for the one before.
    changeHexDigit(key, WILD),
    `${key.slice(0, -WILD)}%`,
    inPlace(`%${key.charCodeAt(WILD).toString(16)}`),
    `"${key}"`,
    `{${key}}`,
    key.replaceAll('-', ''),
    `${key};a=1`,
    `${key},`,
    `${key}\\`,
  ];
  const from = (turn * SHARE) % others.length;
  return [key.toUpperCase(), ...[...others, ...others].slice(from, from + SHARE)];
}

/** Judges that a call is answered under each of these keys as under a key that resembles no other (IDEM-17). */
async function judgeAsUnused(context: CheckContext, call: Call, keys: readonly string[], what: string): Promise<void> {
  const under = (key: string): Call => withHeader(call, 'Idempotency-Key', key);
  const control = await context.send(under(context.freshKey()));
  for (const key of context.some(keys, context.isQuick ? 1 : keys.length)) {
    const answer = await context.sendJudged(under(key), String(control.status));
    context.judge(answer.status === control.status && !isReplayed(answer), {
      message: `A key that resembles a used one must count as new (${what}).`,
      expected: `${control.status}, not marked as replayed`,
      actual: `${answer.status}${isReplayed(answer) ? ', marked as replayed' : ''} under ${key}`,
    });
  }
}

async function judgeApplication(context: CheckContext, { one, call, original }: KeyedUse): Promise<void> {
  const { applicationId } = headerNames(context.target.service.headerWord);
  const retry = await context.sendJudged(withHeader(call, applicationId, 'another application'), `${original.status}, replayed`);
  judgeReplay(context, { kind: one.operation }, original, retry, 'A retry by another application');
}

async function judgeRefused(context: CheckContext, call: Call, statuses: readonly number[], what: string): Promise<void> {
  judgeAnswer(context, await context.sendJudged(call, statuses.join(', ')), statuses, what);
}

function judgeAnswer(context: CheckContext, answer: Answer, statuses: readonly number[], what: string): void {
  context.judge(isRefusal(answer, statuses), {
    message: `Under a key of another request, ${what} must be refused.`,
    expected: statuses.join(', '),
    actual: `${answer.status}${isReplayed(answer) ? ', marked as replayed' : ''}`,
  });
}

function isRefusal(answer: Answer, statuses: readonly number[]): boolean {
  return statuses.includes(answer.status) && !isReplayed(answer);
}

import { headerNames } from '../../api/header-names.ts';
import { isReplayed, isSuccess } from '../../http/answer.ts';
import { withHeader, withMethod } from '../../http/call.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Call } from '../../model/exchange.ts';
import { inWords, isRefused, judgeRefused, judgeReplay } from '../../scenarios/idempotency/answers.ts';
import {
  asUse,
  atEach,
  freshCall,
  leftAlone,
  makingUse,
  repeatableOperations,
  type Use,
  withKey,
} from '../../scenarios/idempotency/use.ts';
import { boundOperations, type OperationCase } from '../../scenarios/operations/operation-case.ts';
import { changeHexDigit } from '../../scenarios/values/near-uuid.ts';
import { absentIdLike } from '../../scenarios/values/spoiled-calls.ts';

/** Where a wildcard replaces a digit, and how many digits one replaces at the end: few, so that it matches no other key. */
const WILD = 2;

/** How many of the keys that resemble its own an operation is tried with, besides the one in capitals. */
const SHARE = 3;

/** A mismatch, or a refusal of the method (501 if it is planned). */
const OTHER_METHOD = [422, 404, 405, 501];

/** Two queries that careless code confuses. */
const OTHER_QUERIES: readonly (readonly [what: string, first: string, second: string])[] = [
  ['its query in another order', 'one=1&other=2', 'other=2&one=1'],
  ['its query without an escape', 'one=1%26other', 'one=1&other'],
];

/** IDEM-17: a key is also bound to the method of a DELETE, the exact query and the lack of a body. A UUID in upper case is another key. */
export const idem17: Check = check('IDEM-17', { isolation: 'shared', weight: 3 }, async (context) => {
  await atEach(context, repeatableOperations(context), async (one, turn) => {
    const use = await usedBehindQueries(context, one);
    await leftAlone(context, use.object, `What was refused under the key of ${one.operation}`, async () => {
      await judgeBody(context, use);
      await judgeOther(context, withMethod(use.call, 'DELETE'), `DELETE (${one.operation})`, OTHER_METHOD);
    });
    const { applicationId } = headerNames(context.target.service.headerWord);
    const retry = await context.sendJudged(withHeader(use.call, applicationId, 'another application'), `${use.original.status}, replayed`);
    judgeReplay(context, one.operation, use.original, retry, 'A retry by another application');
    await judgeAsUnused(context, use.call, likeKeys(use.key, turn), one.operation);
  });
  const deletions = boundOperations(context).filter(({ effect }) => effect.kind === 'delete');
  await atEach(context, deletions, async (one, turn) => {
    const use = await makingUse(context, one);
    if (use?.object === undefined) return;
    const { call } = await one.callFor(use.object, use.key);
    await leftAlone(context, use.object, `${one.operation} under the key of ${use.one.operation}`, () =>
      judgeOther(context, call, one.operation, OTHER_METHOD),
    );
    // An absent object is refused in another way than a used key, and the request can be repeated.
    const absent = await one.callFor({ ...use.object, id: absentIdLike(use.object.id) });
    await judgeAsUnused(context, absent.call, likeKeys(use.key, turn), one.operation);
  });
});

/** Judges other queries, if the target accepts unknown parameters, as it may. @returns a use without a query */
async function usedBehindQueries(context: CheckContext, one: OperationCase): Promise<Use> {
  let unused = await freshCall(context, one, context.freshKey());
  for (const [what, first, second] of context.isQuick ? [] : OTHER_QUERIES) {
    const keyed = withKey(unused.call, context.freshKey());
    const queried = (query: string): Call => ({ ...keyed, url: `${keyed.url}?${query}` });
    if (!isSuccess(await context.send(queried(first)))) continue;
    await judgeOther(context, queried(second), `${what} (${one.operation})`);
    unused = await freshCall(context, one, context.freshKey());
  }
  return await asUse(one, unused, await context.prepare(unused.call));
}

/** Judges the same body in other bytes, or a body where the first request had none, if the target accepts one. */
async function judgeBody(context: CheckContext, { one, call }: Use): Promise<void> {
  if (call.body !== undefined) return await judgeOther(context, { ...call, body: `${call.body} ` }, `one more space (${one.operation})`);
  const withBody = (bare: Call): Call => ({ ...withHeader(bare, 'Content-Type', 'application/json'), body: '{}' });
  const answer = await context.sendJudged(withBody(call), '422');
  if (isRefused(answer)) return;
  const control = await freshCall(context, one, context.freshKey());
  if (!isSuccess(await context.send(withBody(control.call)))) return;
  judgeRefused(context, answer, `A body where there was none, under the same key (${one.operation}),`);
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
  const control = await context.send(withKey(call, context.freshKey()));
  for (const key of context.some(keys, context.isQuick ? 1 : keys.length)) {
    const answer = await context.sendJudged(withKey(call, key), String(control.status));
    context.judge(answer.status === control.status && !isReplayed(answer), {
      message: `A key that resembles a used one must count as new (${what}).`,
      expected: `${control.status}, not marked as replayed`,
      actual: `${inWords(answer)} under ${key}`,
    });
  }
}

async function judgeOther(context: CheckContext, call: Call, what: string, statuses: readonly number[] = [422]): Promise<void> {
  const answer = await context.sendJudged(call, statuses.join(', '));
  judgeRefused(context, answer, `Under a key of another request, ${what}`, statuses);
}

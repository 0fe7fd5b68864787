import { headerNames } from '../../api/header-names.ts';
import { IDEMPOTENCY_KEY_LENGTH_MAX, UNSTORED_STATUSES } from '../../generated/limits.ts';
import { isReplayed, isSuccess } from '../../http/answer.ts';
import { withHeader } from '../../http/call.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Call } from '../../model/exchange.ts';
import { guardedKinds } from '../../scenarios/concurrency/guarded.ts';
import { type Creation, creations } from '../../scenarios/idempotency/creation.ts';
import { ExpectedEffects, judgeReplay } from '../../scenarios/idempotency/keyed-case.ts';
import { judgeDeletionsOfTwoUsers } from '../../scenarios/idempotency/keys-of-deletions.ts';
import { judgeEachOperation } from '../../scenarios/idempotency/operation-keys.ts';
import { judgeEachForTwoUsers } from '../../scenarios/idempotency/operations-of-two-users.ts';
import { judgeIndependent } from '../../scenarios/idempotency/other-user.ts';
import { judgeStoredActs } from '../../scenarios/idempotency/stored-refusals.ts';
import { unlessAbsent } from '../../scenarios/unless-absent.ts';

/** IDEM-16: keys of different users are independent; a key that is empty, too long or not printable ASCII answers 400; 2xx and refusals of the operation itself are stored. */
export const idem16: Check = check('IDEM-16', { isolation: 'shared', weight: 4 }, async (context) => {
  const effects = new ExpectedEffects();
  const kinds = await creations(context, true);
  for (const creation of context.some(kinds)) {
    await judgeKeys(context, effects, creation);
    await judgeNotStored(context, effects, creation);
  }
  await judgeStored(context);
  await judgeStoredActs(context);
  await judgeEachOperation(context);
  await unlessAbsent(context, 'keys of another user', () => judgeEachForTwoUsers(context));
  await unlessAbsent(context, 'deletions under keys of another user', () => judgeDeletionsOfTwoUsers(context));
  await judgeIndependent(context, effects, kinds);
  await effects.judge(context, 'A request that was refused for its key, or before its execution, must have no effect, any other one.');
});

async function judgeKeys(context: CheckContext, effects: ExpectedEffects, creation: Creation): Promise<void> {
  const unique = context.freshKey();
  for (const key of context.some(['', unique.padEnd(IDEMPOTENCY_KEY_LENGTH_MAX + 1, 'k'), `${unique}è`, `${unique}\tk`])) {
    const draft = await creation.draft();
    const answer = await context.sendJudged(await creation.call(draft, key), '400');
    context.judge(answer.status === 400, {
      message: `A key ${key === '' ? 'that is empty' : `of ${key.length} characters`} must be refused (${creation.kind}).`,
      expected: '400',
      actual: `${answer.status} for ${JSON.stringify(key.slice(0, 60))}`,
    });
    effects.expect(creation, draft.mark, 0);
  }
  // The control: the longest key, and every printable character.
  for (const key of context.some([unique.padEnd(IDEMPOTENCY_KEY_LENGTH_MAX, '~'), `${unique} !"#$%&'()*+,-./:;<=>?@[]^_{|}~`])) {
    const draft = await creation.draft();
    const answer = await context.sendJudged(await creation.call(draft, key), '2xx');
    context.judge(isSuccess(answer), {
      message: `A key of ${key.length} printable characters must be taken (${creation.kind}).`,
      expected: '2xx',
      actual: String(answer.status),
    });
    effects.expect(creation, draft.mark, 1);
  }
}

/** What is refused before it is executed leaves the key free. */
async function judgeNotStored(context: CheckContext, effects: ExpectedEffects, creation: Creation): Promise<void> {
  const names = headerNames(context.target.service.headerWord);
  const refused: readonly ((call: Call) => Call)[] = [
    (call) => ({ ...call, body: '{}' }),
    (call) => ({ ...call, body: '{"' }),
    (call) => withHeader(call, 'Authorization', 'Bearer none'),
    (call) => withHeader(call, names.apiKey, 'none'),
    (call) => withHeader(call, names.licenseKey, 'none'),
  ];
  for (const spoil of context.some(refused)) {
    const [draft, key] = [await creation.draft(), context.freshKey()];
    const call = await creation.call(draft, key);
    const refusal = await context.send(spoil(call));
    if (!UNSTORED_STATUSES.includes(refusal.status)) continue;
    const answer = await context.sendJudged(call, '2xx');
    context.judge(isSuccess(answer) && !isReplayed(answer), {
      message: `A ${refusal.status} must leave its key free (${creation.kind}).`,
      expected: '2xx to the mended request, not marked as replayed',
      actual: `${answer.status}${isReplayed(answer) ? ', marked as replayed' : ''}`,
    });
    effects.expect(creation, draft.mark, 1);
  }
}

/** The operation's own 4xx is stored: a PUT that was stale once answers that again, and its key is that of no other body. */
async function judgeStored(context: CheckContext): Promise<void> {
  for (const { create } of await guardedKinds(context)) {
    const object = await create(context);
    const key = context.freshKey();
    const changed = object.told(await context.prepare(await object.put(context.fresh(), object.created.token)));
    const stale = await object.put(context.fresh(), object.created.token, key);
    const original = await context.send(stale);
    judgeReplay(context, object, original, await context.sendJudged(stale, `${original.status}, replayed`), 'A retried PUT that was stale');
    const { token } = changed ?? (await object.look()) ?? {};
    if (token === undefined || token === null) continue;
    const mended = await context.sendOther(await object.put(context.fresh(), token, key));
    context.judge(!isSuccess(mended), {
      message: `The key of a PUT that was stale must not be taken by one that is not (${object.kind}).`,
      expected: '422',
      actual: String(mended.status),
    });
  }
}

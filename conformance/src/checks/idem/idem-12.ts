import { isReplayed, isSuccess } from '../../http/answer.ts';
import { isSameRequest, withoutHeader } from '../../http/call.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Answer } from '../../model/exchange.ts';
import { almostADay, firstRequests, type KeyedPut, overADay, retried, sentLater } from '../../scenarios/idempotency/aged-keys.ts';
import { EventsOfNewKeys } from '../../scenarios/idempotency/events-of-new-keys.ts';
import { ExpectedEffects, judgeReplay, refusesEqual, sameAnswer } from '../../scenarios/idempotency/keyed-case.ts';
import type { KeyedUse } from '../../scenarios/idempotency/keyed-use.ts';
import { anotherCall, freshCall } from '../../scenarios/idempotency/keyed-use.ts';
import { agedDeletions, judgeDeleted } from '../../scenarios/idempotency/keys-of-deletions.ts';
import { judgeRepeatedLater, usesToRepeat } from '../../scenarios/idempotency/repeated-later.ts';
import { unlessAbsent } from '../../scenarios/unless-absent.ts';

/** IDEM-12: after 24 hours the key is new: the request is executed again, and so is another. */
export const idem12: Check = check('IDEM-12', { isolation: 'clock', weight: 1 }, async (context) => {
  const repeated = context.clock === undefined ? [] : await usesToRepeat(context);
  const deletions = context.clock === undefined ? [] : await agedDeletions(context);
  const keyed = await firstRequests(context);
  await almostADay(context, keyed);
  // A retry does not make a key younger. Whether it is replayed at all is judged by IDEM-03.
  const replayed = new Set<KeyedUse>();
  for (const use of keyed.uses) {
    const retry = await context.send(use.call);
    if (isReplayed(retry) && sameAnswer(use.original, retry)) replayed.add(use);
  }
  await overADay(context, keyed);
  const effects = new ExpectedEffects();
  for (const [index, request] of keyed.requests.entries()) {
    const { creation, draft } = request;
    const again = index % 2 === 0 ? draft : creation.altered(draft, { by: 'the case of a letter', position: 0 });
    const answer = await retried(context, { ...request, draft: again });
    // Where a target takes no two that are alike, it says so without a key too.
    const isUnique = refusesEqual(answer) && refusesEqual(await context.send(await creation.call(again)));
    const what = again === draft ? 'The same request' : 'Another request';
    if (!isUnique) judgeExecuted(context, answer, `${what} (${creation.kind})`);
    const marks = isUnique ? [draft.mark] : [draft.mark, again.mark];
    for (const mark of marks) effects.expect(creation, mark, marks.filter((other) => other === mark).length);
  }
  if (keyed.put !== undefined) await judgePut(context, keyed.put);
  const events = await EventsOfNewKeys.start(context, context.target.companies[0]);
  for (const use of keyed.uses) await unlessAbsent(context, use.one.operation, () => judgeUse(context, use, replayed.has(use), events));
  for (const use of repeated) await unlessAbsent(context, use.one.operation, () => judgeRepeatedLater(context, use));
  for (const deletion of deletions) await judgeDeleted(context, deletion, 'of more than 24 hours ago');
  await events.judge('What is executed under a key of 24 hours and a minute ago');
  await effects.judge(context, 'After 24 hours a key must be new.');
});

/** The same call again, or one that an object takes that has been changed, or that takes it only once. */
async function judgeUse(context: CheckContext, use: KeyedUse, wasReplayed: boolean, events: EventsOfNewKeys): Promise<void> {
  const { effect } = use.one;
  const again = effect.once
    ? await freshCall(context, use.one, use.key)
    : effect.kind === 'update'
      ? await anotherCall(context, use, use.key)
      : use;
  const answer = await sentLater(context, again.call);
  // Where a target refuses it without a key too, the key is not the reason.
  const isRightful = isSuccess(answer) || isSuccess(await sentLater(context, withoutHeader(again.call, 'Idempotency-Key')));
  if (isRightful) judgeExecuted(context, answer, `The same request (${use.one.operation})`);
  if (!isSuccess(answer)) return;
  events.expect({ ...use, ...again }, answer);
  // It is a first request like any other.
  const retry = await sentLater(context, again.call);
  if (wasReplayed && isRightful && !isReplayed(answer))
    judgeReplay(context, { kind: use.one.operation }, answer, retry, 'A retry under a key that is new');
  if (again === use || isSameRequest(again.call, use.call)) return;
  const old = await sentLater(context, use.call);
  context.judge(!isReplayed(old), {
    message: `The first request (${use.one.operation}) under a key that is new must not be answered from the store.`,
    expected: 'no Idempotent-Replayed: true',
    actual: `${old.status}, marked as replayed`,
  });
}

/** Another text under the token that the first PUT left: only the key could be a reason to refuse it. */
async function judgePut(context: CheckContext, { object, key, token }: KeyedPut): Promise<void> {
  const mark = context.fresh();
  const answer = await sentLater(context, await object.put(mark, token, key));
  const isRightful = isSuccess(answer) || isSuccess(await sentLater(context, await object.put(mark, token)));
  if (isRightful) judgeExecuted(context, answer, 'Another PUT (webhook)');
}

function judgeExecuted(context: CheckContext, answer: Answer, what: string): void {
  context.judge(isSuccess(answer) && !isReplayed(answer), {
    message: `${what} under a key of 24 hours and a minute ago must be executed.`,
    expected: '2xx, not marked as replayed',
    actual: `${answer.status}${isReplayed(answer) ? ', marked as replayed' : ''}`,
  });
}

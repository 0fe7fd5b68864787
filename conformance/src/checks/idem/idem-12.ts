import { isReplayed, isSuccess } from '../../http/answer.ts';
import { isSameRequest, withoutHeader } from '../../http/call.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Answer } from '../../model/exchange.ts';
import { almostADay, firstRequests, overADay, sentLater } from '../../scenarios/idempotency/aged-keys.ts';
import { EventsOfNewKeys } from '../../scenarios/idempotency/events-of-new-keys.ts';
import { judgeReplay, sameAnswer } from '../../scenarios/idempotency/keyed-case.ts';
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
  const events = await EventsOfNewKeys.start(context, context.target.companies[0]);
  for (const [index, use] of keyed.uses.entries())
    await unlessAbsent(context, use.one.operation, () =>
      judgeUse(context, use, { isAnother: index % 2 === 1, wasReplayed: replayed.has(use), events }),
    );
  for (const use of repeated) await unlessAbsent(context, use.one.operation, () => judgeRepeatedLater(context, use));
  for (const deletion of deletions) await judgeDeleted(context, deletion, 'of more than 24 hours ago');
  await events.judge('What is executed under a key of 24 hours and a minute ago');
});

interface AgedUse {
  /** Whether another request takes the key, where an object would take the same. */
  readonly isAnother: boolean;
  readonly wasReplayed: boolean;
  readonly events: EventsOfNewKeys;
}

/** The same call again, or one that an object takes that has been changed, or that takes it only once. */
async function judgeUse(context: CheckContext, use: KeyedUse, { isAnother, wasReplayed, events }: AgedUse): Promise<void> {
  const { effect } = use.one;
  const again = effect.once
    ? await freshCall(context, use.one, use.key)
    : effect.kind === 'update' || (effect.kind === 'create' && isAnother)
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

function judgeExecuted(context: CheckContext, answer: Answer, what: string): void {
  context.judge(isSuccess(answer) && !isReplayed(answer), {
    message: `${what} under a key of 24 hours and a minute ago must be executed.`,
    expected: '2xx, not marked as replayed',
    actual: `${answer.status}${isReplayed(answer) ? ', marked as replayed' : ''}`,
  });
}

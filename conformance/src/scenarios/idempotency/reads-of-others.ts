import type { CheckContext } from '../../model/check-context.ts';
import type { Answer } from '../../model/exchange.ts';
import { asOtherUser } from '../as-other-user.ts';
import { canCreate } from '../operations/available-object.ts';
import { createObject } from '../operations/creation.ts';
import type { OperationCase } from '../operations/operation-case.ts';
import type { StoredObject } from '../operations/stored-object.ts';
import { sameAnswer } from './keyed-case.ts';
import { judgeNoReplay, madeWithKey, withKey } from './keyed-read.ts';
import { atEach, changeBy } from './keyed-use.ts';

/** Looks at what others change meanwhile. */
const LOOKS = 4;

/** What is shown for a moment, of what others create and remove, is not seen again: a stored answer is. */
const TIMES_SEEN = 2;

/** Judges that a GET with a key which another user has sent it with shows what it shows without one (IDEM-14). */
export async function judgeReadsOfOthers(context: CheckContext, reads: readonly OperationCase[]): Promise<void> {
  const asOther = context.isQuick ? undefined : await asOtherUser(context);
  if (asOther === undefined) return;
  await atEach(context, reads, async (one) => {
    const object = one.effect.kind === 'read' ? (await madeWithKey(context, one)).object : undefined;
    const { call: plain } = object === undefined ? await one.prepare() : await one.callFor(object);
    const key = context.freshKey();
    await context.prepare(withKey(plain, key));
    await changeShown(context, one, object);
    for (let [look, differing] = [0, 0]; look < LOOKS; look += 1) {
      const before = await context.send(asOther(plain));
      const answer = await context.sendJudged(asOther(withKey(plain, key)), 'what it answers without a key');
      judgeNoReplay(context, one.operation, answer);
      const after = await context.send(asOther(plain));
      if (!isSame(before, after)) continue;
      if (!isSame(answer, after)) differing += 1;
      if (isSame(answer, after) || differing === TIMES_SEEN) return judgeSame(context, one, answer, after);
    }
  });
}

/** Changes what is read, or what is listed, where the target can. */
async function changeShown(context: CheckContext, { effect, company }: OperationCase, object: StoredObject | undefined): Promise<void> {
  if (object === undefined && canCreate(context, effect.resource)) await createObject(context, effect.resource, company);
  const change = object && (await changeBy(context, object, effect.after ?? object.resource.operations.update));
  if (change !== undefined) await context.send(change);
}

/** A refusal may name its own request. */
function isSame(left: Answer, right: Answer): boolean {
  return right.status < 400 ? sameAnswer(left, right) : left.status === right.status;
}

function judgeSame(context: CheckContext, { operation }: OperationCase, answer: Answer, plain: Answer): void {
  context.judge(isSame(answer, plain), {
    message: `${operation} with a key of another user must show what it shows without one.`,
    expected: `${plain.status}: ${plain.body.slice(0, 300)}`,
    actual: `${answer.status}: ${answer.body.slice(0, 300)}`,
  });
}

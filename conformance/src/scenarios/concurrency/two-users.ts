import { resources } from '../../generated/resources.ts';
import { isSuccess } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Call } from '../../model/exchange.ts';
import { type JsonObject, sameJson, writeJson } from '../../model/json.ts';
import { asOtherUser } from '../as-other-user.ts';
import { type OperationCase, tokenOf } from '../operations/operation-case.ts';
import { type StoredObject, shownNow } from '../operations/stored-object.ts';

/**
 * Judges that a PUT by one user makes stale the token that another has read (CONC-02): both read an object, one changes it, and the other's
 * PUT with the old token is refused. Each of the two comes first once.
 */
export async function judgeTwoUsers(context: CheckContext, one: OperationCase): Promise<void> {
  const asOther = await asOtherUser(context);
  const { read } = resources[one.effect.resource].operations;
  if (asOther === undefined || read === undefined) return;
  const own = (call: Call): Call => call;
  // The other user first: if that user may change nothing, the refusal has another reason.
  for (const [first, second] of [
    [asOther, own],
    [own, asOther],
  ] as const) {
    const object = await one.findObject();
    const get = (await context.api()).call(read, { company: one.company, id: object.id });
    const before = await shownNow(context, object);
    // The control: the other user sees the object.
    if (before === undefined || !isSuccess(await context.send(asOther(get)))) return;
    const token = tokenOf({ ...object, shown: before });
    if (token === undefined || token === null) return;
    const put = async (): Promise<Call> => (await one.callFor({ ...object, shown: before })).call;
    if (!isSuccess(await context.send(first(await put())))) return;
    await judgeRefused(context, one, object, second(await put()));
  }
}

async function judgeRefused(context: CheckContext, { operation }: OperationCase, object: StoredObject, stale: Call): Promise<void> {
  const changed: JsonObject | undefined = await shownNow(context, object);
  const answer = await context.sendJudged(stale, '422');
  const after = await shownNow(context, object);
  context.judge(answer.status === 422 && (changed === undefined || sameJson(changed, after ?? null)), {
    message: `${operation} with a token that another user's PUT made stale must be refused and change nothing.`,
    expected: `422, and then ${writeJson(changed ?? null)}`,
    actual: `${answer.status}, and then ${writeJson(after ?? null)}`,
  });
}

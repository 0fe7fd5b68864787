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
  const object = await one.findObject();
  const get = (await context.api()).call(read, { company: one.company, id: object.id });
  let shown = await shownNow(context, object);
  // The control: the other user sees the object.
  if (!isSuccess(await context.send(asOther(get)))) return;
  const own = (call: Call): Call => call;
  // The other user first: if that user may change nothing, the refusal has another reason.
  for (const [first, second] of [
    [asOther, own],
    [own, asOther],
  ] as const) {
    const token = shown && tokenOf({ ...object, shown });
    if (shown === undefined || token === undefined || token === null) return;
    const before = { ...object, shown };
    const put = async (): Promise<Call> => (await one.callFor(before)).call;
    if (!isSuccess(await context.send(first(await put())))) return;
    shown = await judgeRefused(context, one, object, second(await put()));
  }
}

/** @returns what the object shows afterwards */
async function judgeRefused(
  context: CheckContext,
  { operation }: OperationCase,
  object: StoredObject,
  stale: Call,
): Promise<JsonObject | undefined> {
  const changed = await shownNow(context, object);
  const answer = await context.sendJudged(stale, '422');
  const after = await shownNow(context, object);
  context.judge(answer.status === 422 && (changed === undefined || sameJson(changed, after ?? null)), {
    message: `${operation} with a token that another user's PUT made stale must be refused and change nothing.`,
    expected: `422, and then ${writeJson(changed ?? null)}`,
    actual: `${answer.status}, and then ${writeJson(after ?? null)}`,
  });
  return after;
}

import { objectOf } from '../../api/identity.ts';
import { isServed } from '../../api/requests.ts';
import { resources } from '../../generated/resources.ts';
import { isSuccess } from '../../http/answer.ts';
import { withHeader } from '../../http/call.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Answer, Call } from '../../model/exchange.ts';
import { memberOf, writeJson } from '../../model/json.ts';
import { asOtherUser } from '../as-other-user.ts';
import { changeOf, type OperationCase } from '../operations/operation-case.ts';

/** Who reads or writes, and how. */
interface Way {
  readonly who: string;
  readonly as: (call: Call) => Call;
}

/**
 * Judges that users who have read an object then read what a later PUT sent: a plain one, one with a key, and one by another user.
 * Everybody has read the object before each PUT.
 */
export async function judgeReadAgain(context: CheckContext, one: OperationCase): Promise<void> {
  const { operation, effect, company } = one;
  const { read, update } = resources[effect.resource].operations;
  const { label } = resources[effect.resource];
  if (operation !== update || read === undefined || label === undefined || !isServed(context, read)) return;
  let object = await one.findObject();
  const api = await context.api();
  const get = api.call(read, { company, id: object.id });
  const asOther = await asOtherUser(context);
  const plain: Way = { who: 'the user', as: (call) => call };
  const keyed: Way = { who: 'the user with a key', as: (call) => withHeader(call, 'Idempotency-Key', context.freshKey()) };
  // Only its creator sees a webhook.
  const sees = asOther !== undefined && isSuccess(await context.send(asOther(get)));
  const other: readonly Way[] = sees ? [{ who: 'another user', as: asOther }] : [];
  const readers = [plain, ...other];
  object = { ...object, shown: shownBy(await context.send(get)) ?? object.shown };
  for (const writer of [plain, keyed, ...other]) {
    const { body } = await changeOf(context, object);
    if (body[label] === undefined || !isSuccess(await context.send(writer.as(api.call(operation, { company, id: object.id, body })))))
      return;
    for (const reader of readers) {
      const shown = shownBy(await context.send(reader.as(get)));
      object = { ...object, shown: shown ?? object.shown };
      const name = memberOf(shown, label.charAt(0).toLowerCase() + label.slice(1)) ?? memberOf(shown, label);
      context.judge(name === body[label], {
        message: `What ${operation} by ${writer.who} sends must be returned by the next GET by ${reader.who}, who had read the object before.`,
        expected: writeJson(body[label] ?? null),
        actual: writeJson(name ?? null),
      });
    }
  }
}

function shownBy(answer: Answer): ReturnType<typeof objectOf> {
  return isSuccess(answer) ? objectOf(answer, 'id') : undefined;
}

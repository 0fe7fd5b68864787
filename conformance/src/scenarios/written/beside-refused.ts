import { isSuccess } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { createObject } from '../operations/creation.ts';
import { change } from '../operations/listed-objects.ts';
import { type OperationCase, operationCases } from '../operations/operation-case.ts';
import { createdObject, shownNow } from '../operations/stored-object.ts';

/** How many creations are under way at once, each next to a PUT that is refused. */
const AT_ONCE = 3;

/** Judges that an object that is created at the same moment as a PUT is refused exists all the same (RES-01). */
export async function judgeBesideRefused(context: CheckContext, one: OperationCase): Promise<void> {
  const { company, effect } = one;
  const update = operationCases(context, company).find(
    (other) => other.effect.kind === 'update' && other.effect.resource === effect.resource,
  );
  if (effect.kind !== 'create' || update === undefined) return;
  const old = await createObject(context, effect.resource, company);
  await change(context, old);
  const stale = (await update.callFor(old)).call;
  const creations = await Promise.all(Array.from({ length: AT_ONCE }, () => one.prepare()));
  const answered = creations.map(async ({ call, draft }) => {
    const [answer, refused] = await Promise.all([context.send(call), context.send(stale)]);
    return isSuccess(answer) && !isSuccess(refused) && draft ? createdObject(effect.resource, company, draft, answer) : undefined;
  });
  for (const object of await Promise.all(answered)) {
    if (object === undefined) continue;
    context.judge((await shownNow(context, object)) !== undefined, {
      message: `An object that ${one.operation} created while a PUT was refused must exist.`,
      expected: `object ${object.id}`,
      actual: 'none',
    });
  }
}

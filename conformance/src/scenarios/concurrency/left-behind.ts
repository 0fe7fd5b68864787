import { isServed } from '../../api/requests.ts';
import type { OperationId } from '../../generated/operations.ts';
import { resources } from '../../generated/resources.ts';
import { isSuccess } from '../../http/answer.ts';
import { withHeader } from '../../http/call.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Answer, Call } from '../../model/exchange.ts';
import { identifier, type Json } from '../../model/json.ts';
import { canCreate } from '../operations/available-object.ts';
import { createObject } from '../operations/creation.ts';
import { changeOf, type OperationCase, tokenOf } from '../operations/operation-case.ts';
import { withReference } from '../operations/references.ts';
import { type StoredObject, shownNow } from '../operations/stored-object.ts';

type Reference = (typeof resources)['Documento']['references'][number];

/**
 * Judges that a PUT with a stale token does not change the references of its object (CONC-02): what the object names still cannot be
 * deleted, and what only the refused body named still can.
 */
export async function judgeLeftBehind(context: CheckContext, one: OperationCase): Promise<void> {
  for (const [index, reference] of resources[one.effect.resource].references.entries()) {
    const { delete: remove } = resources[reference.resource].operations;
    if (remove === undefined || !isServed(context, remove) || !canCreate(context, reference.resource)) continue;
    // A key must not lift the guard, so every second reference is judged with one.
    await judgeReference(context, one, { reference, remove, isKeyed: index % 2 === 1 });
  }
}

interface Case {
  readonly reference: Reference;
  readonly remove: OperationId;
  readonly isKeyed: boolean;
}

async function judgeReference(context: CheckContext, one: OperationCase, { reference, remove, isKeyed }: Case): Promise<void> {
  const { company } = one;
  const api = await context.api();
  const deleted = async ({ id }: StoredObject): Promise<Answer> => await context.send(api.call(remove, { company, id }));
  const make = (): Promise<StoredObject> => createObject(context, reference.resource, company);
  const [object, named, other] = [await one.findObject(), await make(), await make()];
  const stale = tokenOf({ resource: object.resource, shown: await shownNow(context, object) });
  if (stale === undefined || stale === null) return;
  const putOf = async (target: StoredObject): Promise<Call | undefined> =>
    await namingCall(context, one, { object, reference, target, stale });
  const [rightful, refused] = [await putOf(named), await putOf(other)];
  if (rightful === undefined || refused === undefined || !isSuccess(await context.send(rightful))) return;
  // The control: a named object cannot be deleted.
  if (isSuccess(await deleted(named))) return;
  const keyed = isKeyed ? withHeader(refused, 'Idempotency-Key', context.freshKey()) : refused;
  if (isSuccess(await context.send(keyed))) return;
  const what = `${one.operation} with a stale token must leave the references of its object as they are`;
  const held = await deleted(named);
  context.judge(!isSuccess(held), {
    message: `${what}: ${remove} of the named object must be refused.`,
    expected: `a refusal of ${remove}, as before`,
    actual: String(held.status),
  });
  const free = await deleted(other);
  // The control: an object that nothing names can be deleted.
  const isJudged = isSuccess(free) || isSuccess(await deleted(await make()));
  context.judge(!isJudged || isSuccess(free), {
    message: `${what}: ${remove} of an object that only the refused body named must succeed.`,
    expected: `2xx of ${remove}`,
    actual: String(free.status),
  });
}

/** A PUT that names another object. Undefined if its body has no place for one. */
async function namingCall(
  context: CheckContext,
  { operation, company }: OperationCase,
  given: { readonly object: StoredObject; readonly reference: Reference; readonly target: StoredObject; readonly stale: Json },
): Promise<Call | undefined> {
  const { object, reference, target, stale } = given;
  const { body } = await changeOf(context, object, stale);
  const call = (await context.api()).call(operation, { company, id: object.id, body });
  return withReference(call, reference.path, identifier(target.id));
}

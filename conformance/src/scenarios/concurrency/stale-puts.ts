import { isServed } from '../../api/requests.ts';
import type { OperationId } from '../../generated/operations.ts';
import { resources } from '../../generated/resources.ts';
import { isSuccess } from '../../http/answer.ts';
import { withHeader } from '../../http/call.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Answer, Call } from '../../model/exchange.ts';
import { identifier, type Json, type JsonObject, sameJson, writeJson } from '../../model/json.ts';
import { asOtherUser } from '../as-other-user.ts';
import { canCreate } from '../operations/available-object.ts';
import { createObject } from '../operations/creation.ts';
import { changesTo, drawnBodies, waysOf } from '../operations/declared-members.ts';
import { changeOf, type OperationCase, tokenOf } from '../operations/operation-case.ts';
import { withReference } from '../operations/references.ts';
import { shownNow, type Thing } from '../operations/thing.ts';

/** Judges that a stale PUT is refused and changes nothing. @returns what the object shows afterwards */
async function judgeStale(context: CheckContext, object: Thing, stale: Call, what: string): Promise<JsonObject | undefined> {
  const before = await shownNow(context, object);
  const answer = await context.sendJudged(stale, '422');
  const after = await shownNow(context, object);
  context.judge(answer.status === 422 && (before === undefined || sameJson(before, after ?? null)), {
    message: `${what} must be refused and change nothing.`,
    expected: `422, and then ${writeJson(before ?? null)}`,
    actual: `${answer.status}, and then ${writeJson(after ?? null)}`,
  });
  return after;
}

/** Judges that a stale PUT which would change every declared member changes none (CONC-02). */
export async function judgeEveryMember(context: CheckContext, one: OperationCase): Promise<void> {
  const { operation, effect, company, findObject } = one;
  const resource = resources[effect.resource];
  const api = await context.api();
  await context.forAll(drawnBodies(operation), 1, async (drawn) => {
    const object = await findObject();
    const first = object.draft?.body;
    const stale = presentToken(object, await shownNow(context, object));
    if (first === undefined || stale === undefined || resource.token === undefined) return;
    let token: Json | undefined = stale;
    const putOf = (body: JsonObject, guard: Json): Call =>
      api.call(operation, { company, id: object.id, body: { ...body, [resource.token ?? '']: guard } });
    // Some members exclude each other.
    for (const body of waysOf(first, changesTo(first, drawn, resource))) {
      if (!isSuccess(await context.send(putOf(body, stale)))) continue;
      token = presentToken(object, await shownNow(context, object));
      break;
    }
    if (token === undefined || String(token) === String(stale)) return;
    await judgeStale(context, object, putOf(first, stale), `${operation} with a stale token, whichever members it would change,`);
  });
}

/** The token that an object shows. */
function presentToken({ resource }: Thing, shown: Json | undefined): Json | undefined {
  return tokenOf({ resource, shown }) ?? undefined;
}

/**
 * Judges that a PUT by one user makes stale the token that another has read (CONC-02): both read an object, one changes it, and the other's
 * PUT with the old token is refused. Each of the two comes first once.
 */
export async function judgeTwoUsers(context: CheckContext, one: OperationCase): Promise<void> {
  const asOther = await asOtherUser(context);
  const { read } = resources[one.effect.resource].operations;
  if (asOther === undefined || read === undefined) return;
  const object = await one.findObject();
  let shown = await shownNow(context, object);
  // The control: the other user sees the object.
  if (!isSuccess(await context.send(asOther((await context.api()).call(read, { company: one.company, id: object.id }))))) return;
  const own = (call: Call): Call => call;
  // The other user first: if that user may change nothing, the refusal has another reason.
  for (const [first, second] of [
    [asOther, own],
    [own, asOther],
  ] as const) {
    if (shown === undefined || presentToken(object, shown) === undefined) return;
    const before = { ...object, shown };
    const put = async (): Promise<Call> => (await one.callFor(before)).call;
    if (!isSuccess(await context.send(first(await put())))) return;
    shown = await judgeStale(context, object, second(await put()), `${one.operation} with a token that another user's PUT made stale`);
  }
}

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
  readonly reference: (typeof resources)['Documento']['references'][number];
  readonly remove: OperationId;
  readonly isKeyed: boolean;
}

async function judgeReference(context: CheckContext, one: OperationCase, { reference, remove, isKeyed }: Case): Promise<void> {
  const { operation, company } = one;
  const api = await context.api();
  const deleted = async ({ id }: Thing): Promise<Answer> => await context.send(api.call(remove, { company, id }));
  const make = (): Promise<Thing> => createObject(context, reference.resource, company);
  const [object, named, other] = [await one.findObject(), await make(), await make()];
  const stale = presentToken(object, await shownNow(context, object));
  if (stale === undefined) return;
  // Undefined if the body has no place for another object.
  const putOf = async ({ id }: Thing): Promise<Call | undefined> => {
    const { body } = await changeOf(context, object, stale);
    return withReference(api.call(operation, { company, id: object.id, body }), reference.path, identifier(id));
  };
  const [rightful, refused] = [await putOf(named), await putOf(other)];
  if (rightful === undefined || refused === undefined || !isSuccess(await context.send(rightful))) return;
  // The control: a named object cannot be deleted.
  if (isSuccess(await deleted(named))) return;
  if (isSuccess(await context.send(isKeyed ? withHeader(refused, 'Idempotency-Key', context.freshKey()) : refused))) return;
  const what = `${operation} with a stale token must leave the references of its object as they are`;
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

import { objectOf } from '../../api/identity.ts';
import { type OperationId, operations } from '../../generated/operations.ts';
import { resources } from '../../generated/resources.ts';
import { isSuccess } from '../../http/answer.ts';
import { withHeader } from '../../http/call.ts';
import { againWhileLost } from '../../http/lost-answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Answer, Call } from '../../model/exchange.ts';
import { isObject, type JsonObject, memberOf, parseJson, writeJson } from '../../model/json.ts';
import { Inconclusive } from '../../model/verdict.ts';
import { oncePerRunFor } from '../once-per-run.ts';
import { ownObject } from '../operations/available-object.ts';
import { boundOperations, type OperationCase, operationCases, type Prepared, tokenOf } from '../operations/operation-case.ts';
import { createdObject, shownNow, type Thing } from '../operations/thing.ts';
import { unlessRefused } from '../unless-refused.ts';
import { judgeReplay } from './answers.ts';
import { deliveredEvent, isRepeating } from './delivered-event.ts';

/** An operation that was called once with a key of its own, and accepted. */
export interface Use extends Prepared {
  readonly one: OperationCase;
  readonly key: string;
  readonly original: Answer;
}

/** The operations of the first company that the rule binds and that accept a key. */
export function keyedOperations(context: CheckContext): readonly OperationCase[] {
  return boundOperations(context).filter(({ operation }) => operations[operation].acceptsKey);
}

/** The keyed operations whose effects can be removed, so that they may be called again and again. */
export function repeatableOperations(context: CheckContext): readonly OperationCase[] {
  return keyedOperations(context).filter(({ staysForGood }) => !staysForGood);
}

/**
 * Judges a part of the rule at each of these operations, or at a share of them. Reports what the target does not do as not judged.
 * @param part is told which operation it is, so that like alterations can take turns
 */
export async function atEach(
  context: CheckContext,
  cases: readonly OperationCase[],
  part: (one: OperationCase, turn: number) => Promise<void>,
): Promise<void> {
  for (const [turn, one] of context.some(cases).entries())
    await context.part(one.operation, async () => {
      // An object that would stay for good is created only once per run, as a control. Any other part has its own control.
      const control = one.staysForGood ? await controlOf(context, one) : undefined;
      if (control !== undefined && !isSuccess(control)) throw new Inconclusive(`answered ${control.status}`);
      await againWhileLost(() => part(one, turn));
    });
}

/** The answer to a valid creation, which is sent once per run. */
const controlOf = oncePerRunFor<OperationCase, Answer>(
  ({ operation, company }) => `${operation} ${company.id}`,
  async (context, one) => await context.send((await one.prepare()).call),
);

/** Sends the first request with a key, on an object that nothing else acts on. @throws Skip, Inconclusive if the target does not do it */
export async function firstUse(context: CheckContext, one: OperationCase): Promise<Use> {
  const prepared = await freshCall(context, one, context.freshKey());
  return await asUse(one, prepared, await context.prepare(prepared.call));
}

/** Such a request at each of these operations. */
export async function firstUses(context: CheckContext, cases: readonly OperationCase[]): Promise<readonly Use[]> {
  const uses: Use[] = [];
  await atEach(context, cases, async (one) => void uses.push(await firstUse(context, one)));
  return uses;
}

/** The first use of a key that created what an operation acts on; undefined if it is not created with a key. */
export async function makingUse(context: CheckContext, { effect, company }: OperationCase): Promise<Use | undefined> {
  const { after, of = effect.resource } = effect;
  const maker = after ?? resources[of].operations.create;
  const made = operationCases(context, company).find(({ operation }) => operation === maker);
  return made && (await firstUse(context, made));
}

/** An accepted call, with the object that it created. */
export async function asUse(one: OperationCase, prepared: Prepared, original: Answer): Promise<Use> {
  const { call, draft } = prepared;
  const [, key = ''] = call.headers.find(([name]) => name === 'Idempotency-Key') ?? [];
  const isCreation = one.effect.kind === 'create' && draft !== undefined;
  const created = isCreation
    ? await unlessRefused(Promise.resolve().then(() => createdObject(one.effect.resource, one.company, draft, original)))
    : undefined;
  return { ...prepared, object: prepared.object ?? created, one, key, original };
}

/** A call that must succeed, on an object that nothing else acts on. @throws Skip, Inconclusive if there is none */
export async function freshCall(context: CheckContext, one: OperationCase, key?: string): Promise<Prepared> {
  if (one.effect.kind === 'create' || one.effect.kind === 'list') return await one.prepare(key);
  return await one.callFor(await objectFor(context, one), key);
}

async function objectFor(context: CheckContext, { operation, effect, company }: OperationCase): Promise<Thing> {
  const { after, of = effect.resource } = effect;
  if (after === undefined) {
    const make = (): Promise<Thing> => ownObject(context, of, company);
    return isRepeating(operation) ? await deliveredEvent(context, company, make) : await make();
  }
  const before = operationCases(context, company).find(({ operation }) => operation === after);
  if (before === undefined) return await ownObject(context, of, company);
  const { call, object } = await freshCall(context, before);
  await context.prepare(call);
  return object ?? (await ownObject(context, of, company));
}

/** Another valid call of the same operation: with another body, or another change of the same object as it is now. */
export async function anotherCall(context: CheckContext, { one, object, original }: Use, key?: string): Promise<Prepared> {
  if (object === undefined || one.effect.kind === 'create') return await one.prepare(key);
  const { token } = object.resource;
  // A target may show the result of a change only in its answer.
  const told = token === undefined ? undefined : objectOf(original, token);
  const isTold = token !== undefined && isObject(told) && memberOf(told, token) !== undefined;
  return await one.callFor(await asItIs(context, isTold ? { ...object, shown: told } : object), key);
}

/** An object with its current ConcurrencyToken. */
export async function asItIs(context: CheckContext, object: Thing): Promise<Thing> {
  return { ...object, shown: (await shownNow(context, object)) ?? object.shown };
}

/** A call of this operation on the object as it is now; undefined if the target does not serve it. */
export async function changeBy(context: CheckContext, object: Thing, operation: OperationId | undefined): Promise<Call | undefined> {
  const change = operationCases(context, object.company).find((one) => one.operation === operation);
  return change && (await change.callFor(await asItIs(context, object))).call;
}

/** Sends a use again, and judges that its answer is replayed (IDEM-03). */
export async function judgeRetry(context: CheckContext, { one, call, original }: Use, what: string): Promise<void> {
  const retry = await context.sendJudged(call, `${original.status}, replayed`);
  judgeReplay(context, one.operation, original, retry, what);
}

/** The call under another key. */
export function withKey(call: Call, key: string): Call {
  return withHeader(call, 'Idempotency-Key', key);
}

/** The members of a call's body; undefined if it has none. */
export function bodyOf({ body }: Call): JsonObject | undefined {
  const value = body === undefined ? undefined : parseJson(body);
  return isObject(value) ? value : undefined;
}

/**
 * Judges that an object has the same name and token after something was sent as before. Not if the target changes it by itself.
 * @param send returns false if the target may have changed it
 * @returns whether it was judged
 */
export async function leftAlone(
  context: CheckContext,
  object: Thing | undefined,
  what: string,
  send: () => Promise<unknown>,
): Promise<boolean> {
  const before = await shownState(context, object);
  if ((await send()) === false) return false;
  const after = before && (await shownState(context, object));
  if (before !== undefined)
    context.judge(after === before, { message: `${what} must leave the object as it was.`, expected: before, actual: String(after) });
  return true;
}

/** An object's name and token as text: other members may depend on the time of the read. */
async function shownState(context: CheckContext, object: Thing | undefined): Promise<string | undefined> {
  if (object?.resource.operations.create === undefined) return undefined;
  const { resource } = object;
  const shown = await shownNow(context, object);
  const label = resource.label === undefined ? undefined : memberOf(shown, resource.label);
  return writeJson([label ?? null, tokenOf({ resource, shown }) ?? null]);
}

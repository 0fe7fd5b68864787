import { UNSTORED_STATUSES } from '../../generated/limits.ts';
import { resources } from '../../generated/resources.ts';
import { isReplayed } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Answer, Call } from '../../model/exchange.ts';
import { ownObject } from '../operations/available-object.ts';
import { equalObjects } from '../operations/equal-objects.ts';
import { type OperationCase, operationCases } from '../operations/operation-case.ts';
import type { StoredObject } from '../operations/stored-object.ts';
import { changeBy, judgeRetry, type KeyedUse, repeatableOperations } from './keyed-use.ts';

/** Judges that an act's refusal for the state of its object is stored (IDEM-16): a retry returns it even after nothing prevents the act. */
export async function judgeStoredActs(context: CheckContext): Promise<void> {
  for (const one of repeatableOperations(context)) {
    const { after, once } = one.effect;
    if (after !== undefined) await context.part(`${one.operation} before ${after}`, () => judgeTooEarly(context, one));
    if (once) await context.part(`${one.operation} on two equal objects`, () => judgeTaken(context, one));
  }
}

/** Refusals of acts under a key because the act that must come first is missing, as far as an immediate retry shows them as stored. */
export async function storedRefusals(context: CheckContext): Promise<readonly KeyedUse[]> {
  const stored: KeyedUse[] = [];
  for (const one of repeatableOperations(context).filter(({ effect }) => effect.after !== undefined))
    await context.part(`${one.operation} before ${one.effect.after}`, async () => {
      const use = await refusedUse(context, one, await objectOf(context, one));
      if (use !== undefined && isReplayed(await context.send(use.call))) stored.push(use);
    });
  return stored;
}

/** Judges an act before the one that must come first, and after it. */
async function judgeTooEarly(context: CheckContext, one: OperationCase): Promise<void> {
  const before = operationCases(context, one.company).find(({ operation }) => operation === one.effect.after);
  const object = await objectOf(context, one);
  await judgeStored(context, one, object, before && (await before.callFor(object)).call);
}

async function objectOf(context: CheckContext, { effect, company }: OperationCase): Promise<StoredObject> {
  return await ownObject(context, effect.of ?? effect.resource, company);
}

/** Judges an act while an equal object holds a value that must be unique, and after that value was changed in its own object. */
async function judgeTaken(context: CheckContext, one: OperationCase): Promise<void> {
  const { resource, of = resource } = one.effect;
  const equal = await equalObjects(context, of, one.company);
  if (equal === undefined) return;
  const [first, second] = equal;
  await context.send((await one.callFor(first)).call);
  await judgeStored(context, one, second, await changeBy(context, { ...second, draft: first.plain }, resources[of].operations.update));
}

/** @param mending a call that makes the same call possible under another key */
async function judgeStored(context: CheckContext, one: OperationCase, object: StoredObject, mending: Call | undefined): Promise<void> {
  if (mending === undefined) return;
  const use = await refusedUse(context, one, object);
  if (use === undefined) return;
  await context.prepare(mending);
  await judgeRetry(context, use, 'A retry of a call that was refused for the state of its object');
}

/** The first request with a key, if the operation itself refused it; otherwise undefined. */
async function refusedUse(context: CheckContext, one: OperationCase, object: StoredObject): Promise<KeyedUse | undefined> {
  const key = context.freshKey();
  const prepared = await one.callFor(object, key);
  const original = await context.send(prepared.call);
  return isStoredRefusal(original) ? { ...prepared, one, key, original } : undefined;
}

/** Whether the operation itself refused the call. Such a refusal is stored under its key (D-07). */
export function isStoredRefusal({ status }: Answer): boolean {
  return status >= 400 && status < 500 && !UNSTORED_STATUSES.includes(status);
}

import { UNSTORED_STATUSES } from '../../generated/limits.ts';
import { resources } from '../../generated/resources.ts';
import { isReplayed } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Answer, Call } from '../../model/exchange.ts';
import { ownObject } from '../operations/available-object.ts';
import { equalObjects } from '../operations/equal-objects.ts';
import { type OperationCase, operationCases } from '../operations/operation-case.ts';
import type { StoredObject } from '../operations/stored-object.ts';
import { unlessAbsent } from '../unless-absent.ts';
import type { KeyedUse } from './keyed-use.ts';
import { changeBy, judgeRetry, repeatableOperations } from './keyed-use.ts';

/** Judges that what an act refuses for the state of its object is stored (IDEM-16): its retry answers that again, when nothing stands in its way any more. */
export async function judgeStoredActs(context: CheckContext): Promise<void> {
  for (const one of context.isQuick ? [] : repeatableOperations(context)) {
    const { after, once } = one.effect;
    if (after !== undefined) await unlessAbsent(context, `${one.operation} before ${after}`, () => judgeTooEarly(context, one));
    if (once) await unlessAbsent(context, `${one.operation} of two that are equal`, () => judgeTaken(context, one));
  }
}

/** What acts refuse under a key, since what must be done first was not done, as far as a retry at once shows that it was stored. */
export async function storedRefusals(context: CheckContext): Promise<readonly KeyedUse[]> {
  const stored: KeyedUse[] = [];
  for (const one of repeatableOperations(context).filter(({ effect }) => effect.after !== undefined))
    await unlessAbsent(context, `${one.operation} before ${one.effect.after}`, async () => {
      const use = await refusedUse(context, one, await objectOf(context, one));
      if (use !== undefined && isReplayed(await context.send(use.call))) stored.push(use);
    });
  return stored;
}

/** Before the act that must come first, and after it. */
async function judgeTooEarly(context: CheckContext, one: OperationCase): Promise<void> {
  const before = operationCases(context, one.company).find(({ operation }) => operation === one.effect.after);
  const object = await objectOf(context, one);
  await judgeStored(context, one, object, before && (await before.callFor(object)).call);
}

async function objectOf(context: CheckContext, { effect, company }: OperationCase): Promise<StoredObject> {
  return await ownObject(context, effect.of ?? effect.resource, company);
}

/** While an equal object has what only one may have, and once its own was changed. */
async function judgeTaken(context: CheckContext, one: OperationCase): Promise<void> {
  const { resource, of = resource } = one.effect;
  const equal = await equalObjects(context, of, one.company);
  if (equal === undefined) return;
  const [first, second] = equal;
  await context.send((await one.callFor(first)).call);
  await judgeStored(context, one, second, await changeBy(context, { ...second, draft: first.plain }, resources[of].operations.update));
}

/** @param mending what lets the same call be done under another key */
async function judgeStored(context: CheckContext, one: OperationCase, object: StoredObject, mending: Call | undefined): Promise<void> {
  if (mending === undefined) return;
  const use = await refusedUse(context, one, object);
  if (use === undefined) return;
  await context.prepare(mending);
  await judgeRetry(context, use, 'A retry of what was refused for the state of its object');
}

/** The first request with a key, refused by the operation itself; undefined if it is not. */
async function refusedUse(context: CheckContext, one: OperationCase, object: StoredObject): Promise<KeyedUse | undefined> {
  const key = context.freshKey();
  const prepared = await one.callFor(object, key);
  const original = await context.send(prepared.call);
  return isStoredRefusal(original) ? { ...prepared, one, key, original } : undefined;
}

/** Whether it is a refusal of the operation itself, which is stored under its key (D-07). */
export function isStoredRefusal({ status }: Answer): boolean {
  return status >= 400 && status < 500 && !UNSTORED_STATUSES.includes(status);
}

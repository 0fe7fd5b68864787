import { resources } from '../../generated/resources.ts';
import { isSuccess } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Call } from '../../model/exchange.ts';
import { equalObjects } from '../operations/equal-objects.ts';
import { type OperationCase, operationCases } from '../operations/operation-case.ts';
import { ownObject, type StoredObject } from '../operations/stored-object.ts';
import { unlessAbsent } from '../unless-absent.ts';
import { judgeReplay } from './keyed-case.ts';
import { changeBy, keyedOperations } from './keyed-use.ts';

/** What leaves its key free: it was refused before it came to the operation. */
const NOT_STORED = [400, 401, 403, 429];

/** Judges that what an act refuses for the state of its object is stored (IDEM-16): its retry answers that again, when nothing stands in its way any more. */
export async function judgeStoredActs(context: CheckContext): Promise<void> {
  for (const one of context.isQuick ? [] : keyedOperations(context)) {
    const { after, once } = one.effect;
    if (after !== undefined) await unlessAbsent(context, `${one.operation} before ${after}`, () => judgeTooEarly(context, one));
    if (once) await unlessAbsent(context, `${one.operation} of two that are equal`, () => judgeTaken(context, one));
  }
}

/** Before the act that must come first, and after it. */
async function judgeTooEarly(context: CheckContext, one: OperationCase): Promise<void> {
  const { effect, company } = one;
  const before = operationCases(context, company).find(({ operation }) => operation === effect.after);
  const object = await ownObject(context, effect.of ?? effect.resource, company);
  await judgeStored(context, one, object, before && (await before.callFor(object)).call);
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
  const { call } = await one.callFor(object, context.freshKey());
  const original = await context.send(call);
  if (isSuccess(original) || NOT_STORED.includes(original.status) || mending === undefined) return;
  await context.prepare(mending);
  const retry = await context.sendJudged(call, `${original.status}, replayed`);
  judgeReplay(context, { kind: one.operation }, original, retry, 'A retry of what was refused for the state of its object');
}

import { isServed } from '../../api/requests.ts';
import { type OperationId, operations } from '../../generated/operations.ts';
import { effects, resources } from '../../generated/resources.ts';
import { isSuccess } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Answer, Call } from '../../model/exchange.ts';
import { memberOf } from '../../model/json.ts';
import { createObject } from '../operations/creation.ts';
import { changeOf, type OperationCase } from '../operations/operation-case.ts';
import { type StoredObject, shownNow } from '../operations/stored-object.ts';

/** Pairs of requests that are sent at once, so that some overlap. */
const PAIRS = 2;

/** A PUT and another request for one object. */
interface Pair {
  readonly object: StoredObject;
  readonly put: Call;
  readonly label: string;
  readonly other: Call;
}

/**
 * Judges a PUT and another change of its object at the same time (CONC-03): both must happen in some order. Afterwards the object shows
 * what the PUT wrote, or is gone if it was deleted. The control is one after the other.
 */
export async function judgePutBeside(context: CheckContext, one: OperationCase): Promise<void> {
  const { resource } = one.effect;
  const { delete: remove } = resources[resource].operations;
  const acts = resources[resource].acts.filter((act) => effects[act]?.after === undefined);
  for (const other of [...acts, ...(remove === undefined ? [] : [remove])])
    if (isServed(context, other)) await judgeBeside(context, one, other);
}

async function judgeBeside(context: CheckContext, one: OperationCase, other: OperationId): Promise<void> {
  const isGone = other === resources[one.effect.resource].operations.delete;
  const control = await pairOf(context, one, other);
  if (control === undefined || !(await isControlled(context, control, isGone))) return;
  for (let index = 0; index < context.upTo(PAIRS); index += 1) {
    const pair = await pairOf(context, one, other);
    if (pair === undefined) return;
    const send = (call: Call): Promise<Answer | undefined> => context.sendOrLose(call);
    const calls = index % 2 === 0 ? [pair.put, pair.other] : [pair.other, pair.put];
    const answers = await Promise.all(calls.map(send));
    const [put, beside] = index % 2 === 0 ? answers : answers.toReversed();
    const shown = await shownNow(context, pair.object);
    if (isGone) judgeGone(context, one, other, { beside, isShown: shown !== undefined });
    // A deleted object shows nothing.
    else if (put !== undefined && isSuccess(put)) judgeKept(context, one, other, pair, labelIn(pair, shown));
  }
}

/** Whether one after the other has the expected outcome. */
async function isControlled(context: CheckContext, pair: Pair, isGone: boolean): Promise<boolean> {
  if (isGone) {
    if (!isSuccess(await context.send(pair.other)) || isSuccess(await context.send(pair.put))) return false;
    return (await shownNow(context, pair.object)) === undefined;
  }
  if (!isSuccess(await context.send(pair.put)) || !isSuccess(await context.send(pair.other))) return false;
  return labelIn(pair, await shownNow(context, pair.object)) === pair.label;
}

async function pairOf(context: CheckContext, { operation, effect, company }: OperationCase, other: OperationId): Promise<Pair | undefined> {
  const object = await createObject(context, effect.resource, company);
  const { body, label } = await changeOf(context, object);
  if (label === undefined) return undefined;
  const [api, { id }] = [await context.api(), object];
  const key = operations[other].acceptsKey ? { key: context.freshKey() } : {};
  return { object, label, put: api.call(operation, { company, id, body }), other: api.call(other, { company, id, ...key }) };
}

function labelIn({ object }: Pair, shown: Parameters<typeof memberOf>[0]): unknown {
  return memberOf(shown, object.resource.label ?? '');
}

function judgeKept(context: CheckContext, { operation }: OperationCase, other: OperationId, { label }: Pair, shown: unknown): void {
  context.judge(shown === label, {
    message: `${operation} and ${other} at once must happen in some order: the object must show afterwards what the PUT wrote.`,
    expected: label,
    actual: String(shown),
  });
}

function judgeGone(
  context: CheckContext,
  { operation }: OperationCase,
  other: OperationId,
  { beside, isShown }: { readonly beside: Answer | undefined; readonly isShown: boolean },
): void {
  if (beside === undefined || !isSuccess(beside)) return;
  context.judge(!isShown, {
    message: `${operation} and ${other} at once must happen in some order: the deleted object must not come back.`,
    expected: 'no object',
    actual: 'the object exists',
  });
}

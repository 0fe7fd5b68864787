import { isServed } from '../../api/requests.ts';
import { type OperationId, operations } from '../../generated/operations.ts';
import { effects, resources } from '../../generated/resources.ts';
import { isSuccess } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Answer, Call } from '../../model/exchange.ts';
import { memberOf } from '../../model/json.ts';
import { createObject } from '../operations/creation.ts';
import { changeOf, type OperationCase } from '../operations/operation-case.ts';
import { shownNow } from '../operations/thing.ts';

/** Pairs of requests that are sent at once, so that some overlap. */
const PAIRS = 2;

/** A PUT and another request for one object. */
interface Pair {
  readonly put: Call;
  readonly other: Call;
  /** Whether the object shows what must be there after the other request, or after both: what the PUT wrote, or nothing. */
  readonly isKept: () => Promise<boolean>;
}

/**
 * Judges a PUT and another change of its object at the same time (CONC-03): both must happen in some order. Afterwards the object shows
 * what the PUT wrote, or is gone if it was deleted. The control is one after the other.
 */
export async function judgePutBeside(context: CheckContext, one: OperationCase): Promise<void> {
  const { operations: own, acts } = resources[one.effect.resource];
  for (const other of [...acts.filter((act) => effects[act]?.after === undefined), own.delete])
    if (other !== undefined && isServed(context, other)) await judgeBeside(context, one, other, other === own.delete);
}

async function judgeBeside(context: CheckContext, one: OperationCase, other: OperationId, isGone: boolean): Promise<void> {
  const control = await pairOf(context, one, other, isGone);
  if (control === undefined) return;
  const inOrder: Answer[] = [];
  for (const call of isGone ? [control.other, control.put] : [control.put, control.other]) inOrder.push(await context.send(call));
  const [first, second] = inOrder.map(isSuccess);
  // A PUT of a deleted object must fail.
  if (!first || second === isGone || !(await control.isKept())) return;
  for (let index = 0; index < context.upTo(PAIRS); index += 1) {
    const pair = await pairOf(context, one, other, isGone);
    if (pair === undefined) return;
    const send = (call: Call): Promise<Answer | undefined> => context.sendOrLose(call);
    const calls = index % 2 === 0 ? [pair.put, pair.other] : [pair.other, pair.put];
    const answers = await Promise.all(calls.map(send));
    const [put, beside] = index % 2 === 0 ? answers : answers.toReversed();
    // What an unanswered or refused request did is not known.
    const decisive = isGone ? beside : put;
    const isKept = await pair.isKept();
    if (decisive === undefined || !isSuccess(decisive)) continue;
    context.judge(isKept, {
      message: `${one.operation} and ${other} at once must happen in some order.`,
      expected: isGone ? 'no object, since it was deleted' : 'the object with what the PUT wrote',
      actual: isGone ? 'the object exists' : 'the object with something else',
    });
  }
}

async function pairOf(
  context: CheckContext,
  { operation, effect, company }: OperationCase,
  other: OperationId,
  isGone: boolean,
): Promise<Pair | undefined> {
  const object = await createObject(context, effect.resource, company);
  const { body, label } = await changeOf(context, object);
  if (label === undefined) return undefined;
  const [api, { id }] = [await context.api(), object];
  const key = operations[other].acceptsKey ? { key: context.freshKey() } : {};
  const isKept = async (): Promise<boolean> => {
    const shown = await shownNow(context, object);
    return isGone ? shown === undefined : memberOf(shown, object.resource.label ?? '') === label;
  };
  return { put: api.call(operation, { company, id, body }), other: api.call(other, { company, id, ...key }), isKept };
}

import { effects, resources } from '../../generated/resources.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Answer, Call } from '../../model/exchange.ts';
import { oncePerRun } from '../once-per-run.ts';
import { actsBefore, newObjectAfter, ownObject } from '../operations/available-object.ts';
import { equalObjects } from '../operations/creation.ts';
import { boundOperations, type OperationCase } from '../operations/operation-case.ts';
import { referTo } from '../operations/references.ts';
import type { Thing } from '../operations/thing.ts';

/** A call that a target may accept or refuse, with words for the report. */
export interface TriedCall {
  readonly operation: string;
  readonly what: string;
  readonly call: Call;
}

/** Undefined if the connection was closed instead. */
interface AnsweredCall extends TriedCall {
  readonly answer: Answer | undefined;
}

interface Untimely {
  readonly what: string;
  /** Undefined if there is none. */
  readonly make: () => Promise<Thing | undefined>;
}

/**
 * Valid calls at the wrong time: before the act that they depend on, after the act that ends changes to the object, after the same act on
 * an equal object, or while another object names this one. A target may accept or refuse them. They are sent once in a run, and none is
 * sent below the standard budget.
 */
export const answeredUntimely: (context: CheckContext) => Promise<readonly AnsweredCall[]> = oncePerRun(async (context) => {
  const answered: AnsweredCall[] = [];
  for (const one of context.isQuick ? [] : boundOperations(context)) {
    for (const { what, make } of [...tooEarly(context, one), ...tooLate(context, one), ...taken(context, one), ...inUse(context, one)]) {
      const object = await context.part(`${one.operation} with ${what}`, make);
      if (object === undefined) continue;
      const { call } = await one.callFor(object);
      answered.push({ operation: one.operation, what, call, answer: await context.sendOrLose(call) });
    }
  }
  return answered;
}, 'a lost answer');

/** At each stage before the last act that the operation depends on. */
function tooEarly(context: CheckContext, { effect, company }: OperationCase): readonly Untimely[] {
  const missing = actsBefore(effect);
  return missing.map((act, index) => {
    const done = missing[index - 1];
    const make = async (): Promise<Thing> =>
      done === undefined ? await ownObject(context, effect.of ?? effect.resource, company) : await newObjectAfter(context, done, company);
    return { what: `an object before ${act}`, make };
  });
}

/** Includes the act itself, if an object takes it once. */
function tooLate(
  context: CheckContext,
  { operation, effect: { kind, resource, of = resource }, company }: OperationCase,
): readonly Untimely[] {
  const final = resources[of].acts.filter((act) => effects[act]?.once);
  const acts = kind === 'update' || kind === 'delete' ? final : final.filter((act) => act === operation);
  return acts.map((act) => ({ what: `an object after ${act}`, make: async () => await newObjectAfter(context, act, company) }));
}

/** Two equal objects may compete for something that only one of them can have. */
function taken(context: CheckContext, { effect: { once, resource, of = resource }, company, callFor }: OperationCase): readonly Untimely[] {
  if (!once) return [];
  const make = async (): Promise<Thing | undefined> => {
    const [first, second] = (await equalObjects(context, of, company)) ?? [];
    if (first !== undefined) await context.send((await callFor(first)).call);
    return second;
  };
  return [{ what: 'an object equal to one after the same act', make }];
}

function inUse(context: CheckContext, { effect, company }: OperationCase): readonly Untimely[] {
  if (effect.kind !== 'delete') return [];
  const make = async (): Promise<Thing | undefined> => {
    const object = await ownObject(context, effect.resource, company);
    return (await referTo(context, object)) ? object : undefined;
  };
  return [{ what: 'an object that another one names', make }];
}

import { effects, resources } from '../../generated/resources.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { actsBefore } from '../operations/acts-before.ts';
import { newObjectAfter, ownObject } from '../operations/available-object.ts';
import { equalObjects } from '../operations/equal-objects.ts';
import { boundOperations, type OperationCase } from '../operations/operation-case.ts';
import { referTo } from '../operations/references.ts';
import type { StoredObject } from '../operations/stored-object.ts';
import { unlessAbsent } from '../unless-absent.ts';
import type { TriedCall } from './tried-call.ts';

interface Untimely {
  readonly what: string;
  /** Undefined if there is none. */
  readonly make: () => Promise<StoredObject | undefined>;
}

/**
 * Calls that are right in themselves, on an object that is not, or no longer, as it should be for that: every operation too early, before the act that
 * it comes after; too late, after the act that ends an object's changes, or that was done to an equal one; or while something else names the object.
 * Whether a target refuses them is its choice. None below the standard budget.
 */
export async function* untimelyCalls(context: CheckContext): AsyncGenerator<TriedCall> {
  for (const one of context.isQuick ? [] : boundOperations(context)) {
    for (const { what, make } of [...tooEarly(context, one), ...tooLate(context, one), ...taken(context, one), ...inUse(context, one)]) {
      const object = await unlessAbsent(context, `${one.operation} with ${what}`, make);
      if (object !== undefined) yield { operation: one.operation, what, call: (await one.callFor(object)).call };
    }
  }
}

/** At each stage before the last act that must have been done. */
function tooEarly(context: CheckContext, { effect, company }: OperationCase): readonly Untimely[] {
  const missing = actsBefore(effect);
  return missing.map((act, index) => {
    const done = missing[index - 1];
    const make = async (): Promise<StoredObject> =>
      done === undefined ? await ownObject(context, effect.of ?? effect.resource, company) : await newObjectAfter(context, done, company);
    return { what: `an object before ${act}`, make };
  });
}

/** The act itself too, where an object takes it once. */
function tooLate(
  context: CheckContext,
  { operation, effect: { kind, resource, of = resource }, company }: OperationCase,
): readonly Untimely[] {
  const final = resources[of].acts.filter((act) => effects[act]?.once);
  const acts = kind === 'update' || kind === 'delete' ? final : final.filter((act) => act === operation);
  return acts.map((act) => ({ what: `an object after ${act}`, make: async () => await newObjectAfter(context, act, company) }));
}

/** Two that are equal may have what only one of them may keep. */
function taken(context: CheckContext, { effect: { once, resource, of = resource }, company, callFor }: OperationCase): readonly Untimely[] {
  if (!once) return [];
  const make = async (): Promise<StoredObject | undefined> => {
    const [first, second] = (await equalObjects(context, of, company)) ?? [];
    if (first !== undefined) await context.send((await callFor(first)).call);
    return second;
  };
  return [{ what: 'an object that is equal to one to which it was done', make }];
}

function inUse(context: CheckContext, { effect, company }: OperationCase): readonly Untimely[] {
  if (effect.kind !== 'delete') return [];
  const make = async (): Promise<StoredObject | undefined> => {
    const object = await ownObject(context, effect.resource, company);
    return (await referTo(context, object)) ? object : undefined;
  };
  return [{ what: 'an object that another one names', make }];
}

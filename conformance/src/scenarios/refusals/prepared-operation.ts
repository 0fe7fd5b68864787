import { type OperationId, operations } from '../../generated/operations.ts';
import { resources } from '../../generated/resources.ts';
import { isSuccess } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Call } from '../../model/exchange.ts';
import type { Company } from '../../model/target.ts';
import { Inconclusive, Skip } from '../../model/verdict.ts';
import { oncePerRunFor } from '../once-per-run.ts';
import { objectAfter } from '../operations/available-object.ts';
import { type OperationCase, operationCases } from '../operations/operation-case.ts';
import type { StoredObject } from '../operations/stored-object.ts';

/** One operation of the target, ready to be called in a way that must succeed: the control of every refusal. */
export interface PreparedOperation {
  readonly operation: OperationId;
  readonly configuration: boolean;
  /** A call that succeeds, made again each time: what it needs is created first. @throws Skip, Inconclusive if it cannot be. */
  readonly prepare: () => Promise<Call>;
  /** One that is to be refused: what it needs is there once for all of them, since a refusal leaves it as it was. @throws as above */
  readonly prepareRefused: () => Promise<Call>;
  /** Sees that the target accepts such a call: once in a run, for all refusals that are judged. @throws as above, Inconclusive if it does not */
  readonly control: () => Promise<void>;
}

/** Every operation that stands behind the token and the headers, for one company. */
export function preparedOperations(context: CheckContext, company: Company): readonly PreparedOperation[] {
  const objects = new Map<string, () => Promise<StoredObject>>();
  return operationCases(context, company).map((one) => {
    const { operation, effect } = one;
    // A refusal leaves an object as it was, and so does a read: one is there for all of them.
    const key = effect.after ?? effect.of ?? effect.resource;
    const object = objects.get(key) ?? once(async () => await one.findObject());
    objects.set(key, object);
    const again = againOn(one, object);
    return {
      operation,
      configuration: !operations[operation].company,
      prepare: effect.kind === 'read' ? again : async () => (await one.prepare()).call,
      prepareRefused: again,
      control: () => controls(context, { one, company }),
    };
  });
}

/** A call that was accepted says of each refusal of the run that nothing but what was altered is the reason for it. */
const controls = oncePerRunFor<Control, void>(
  ({ one, company }) => `${one.operation} ${company.id}`,
  async (context, { one, company }) => {
    // What can be done once is not done to an object that others need.
    if (one.effect.once) return void (await objectAfter(context, one.operation, company));
    const answer = await context.send((await one.prepare()).call);
    if (!isSuccess(answer)) throw new Inconclusive(`answered ${answer.status}`);
  },
);

interface Control {
  readonly one: OperationCase;
  readonly company: Company;
}

/** Calls that act on one object, each with a body of its own. */
function againOn({ effect, prepare, callFor }: OperationCase, object: () => Promise<StoredObject>): () => Promise<Call> {
  if (effect.kind === 'list') return async () => (await prepare()).call;
  if (effect.kind !== 'create') return async () => (await callFor(await object())).call;
  const same = once(async () => (await prepare()).call);
  // What names other objects is not made again: neither are those.
  return resources[effect.resource].references.length > 0 ? same : async () => (await prepare()).call;
}

/** Makes it once, for all callers. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** Undefined if an operation cannot be prepared: other rules say why. */
export async function prepared(prepare: () => Promise<Call>): Promise<Call | undefined> {
  try {
    return await prepare();
  } catch (error) {
    if (error instanceof Skip || error instanceof Inconclusive) return undefined;
    throw error;
  }
}

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

/** One operation of the target with a call that must succeed, the control of every refusal. */
export interface PreparedOperation {
  readonly operation: OperationId;
  readonly configuration: boolean;
  /** Makes a call that succeeds, and first creates what it needs. @throws Skip, Inconclusive if it cannot be. */
  readonly prepare: () => Promise<Call>;
  /** Makes a call to be refused. All such calls share what they need, since a refusal leaves it as it was. @throws as above */
  readonly prepareRefused: () => Promise<Call>;
  /** Makes sure, once in a run, that the target accepts such a call. @throws as above, Inconclusive if it does not */
  readonly control: () => Promise<void>;
}

/** Every operation of a company that needs the token and the headers. */
export function preparedOperations(context: CheckContext, company: Company): readonly PreparedOperation[] {
  const objects = new Map<string, () => Promise<StoredObject>>();
  return operationCases(context, company).map((one) => {
    const { operation, effect } = one;
    // Refusals and reads leave an object as it was, so they share one.
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

/** An accepted call shows, for all refusals of the run, that only the alteration can be the reason. */
const controls = oncePerRunFor<Control, void>(
  ({ one, company }) => `${one.operation} ${company.id}`,
  async (context, { one, company }) => {
    // An act that works once must not be spent on a shared object.
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
  // A body with references is made once, and so are the objects that it names.
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

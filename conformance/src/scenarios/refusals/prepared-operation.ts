import { type OperationId, operations } from '../../generated/operations.ts';
import { resources } from '../../generated/resources.ts';
import { isSuccess } from '../../http/answer.ts';
import { withHeader } from '../../http/call.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Call } from '../../model/exchange.ts';
import { parseJson } from '../../model/json.ts';
import type { Company } from '../../model/target.ts';
import { Inconclusive } from '../../model/verdict.ts';
import { oncePerRunFor } from '../once-per-run.ts';
import { objectAfter } from '../operations/available-object.ts';
import { type OperationCase, operationCases } from '../operations/operation-case.ts';
import type { Thing } from '../operations/thing.ts';

/** One operation of the target with a call that must succeed, the control of every refusal. */
export interface PreparedOperation {
  readonly operation: OperationId;
  readonly configuration: boolean;
  readonly one: OperationCase;
  /** Which of its requests, for the report. Absent if they are usual ones. */
  readonly place?: string;
  /** Makes a call that succeeds, and first creates what it needs. @throws Skip, Inconclusive if it cannot be. */
  readonly prepare: () => Promise<Call>;
  /** Makes a call to be refused. All such calls share what they need, since a refusal leaves it as it was. @throws as above */
  readonly prepareRefused: () => Promise<Call>;
  /** Makes sure, once in a run, that the target accepts such a call. @throws as above, Inconclusive if it does not */
  readonly control: () => Promise<void>;
}

/**
 * Every operation of a company that needs the token and the headers. All refusals and reads of a run share the same objects. Webhooks are
 * withdrawn when the rule that created them ends, so each caller has its own.
 */
export function preparedOperations(context: CheckContext, company: Company): readonly PreparedOperation[] {
  const own = ownObjects();
  return operationCases(context, company).map((one) =>
    preparedOperation(context, one, () => (one.effect.resource === 'webhook' ? own(one) : objectOfRun(context, one))),
  );
}

/** Those with the company in the path. */
export function scopedOperations(context: CheckContext, company: Company): readonly PreparedOperation[] {
  return preparedOperations(context, company).filter(({ configuration }) => !configuration);
}

/** Every operation with objects of its own, for calls that the target may accept although they act on an object that they share. */
export function ownOperations(context: CheckContext, company: Company): readonly PreparedOperation[] {
  const own = ownObjects();
  return operationCases(context, company).map((one) => preparedOperation(context, one, () => own(one)));
}

function ownObjects(): (one: OperationCase) => Promise<Thing> {
  const objects = new Map<string, Promise<Thing>>();
  return (one) => {
    const object = objects.get(objectKey(one)) ?? one.findObject();
    objects.set(objectKey(one), object);
    return object;
  };
}

function preparedOperation(context: CheckContext, one: OperationCase, object: () => Promise<Thing>): PreparedOperation {
  const { operation, effect } = one;
  const again = againOn(context, one, object);
  return {
    operation,
    configuration: !operations[operation].company,
    one,
    prepare: effect.kind === 'read' ? again : async () => (await one.prepare()).call,
    prepareRefused: again,
    control: () => controls(context, one),
  };
}

const subjectOf = ({ operation, company }: OperationCase): string => `${operation} ${company.id}`;

/** An accepted call shows, for all refusals of the run, that only the alteration can be the reason. */
const controls = oncePerRunFor<OperationCase, void>(subjectOf, async (context, one) => {
  // An act that works once must not be spent on a shared object.
  if (one.effect.once) return void (await objectAfter(context, one.operation, one.company));
  const answer = await context.send((await one.prepare()).call);
  if (!isSuccess(answer)) throw new Inconclusive(`answered ${answer.status}`);
});

const objectOfRun = oncePerRunFor<OperationCase, Thing>(
  (one) => `${objectKey(one)} ${one.company.id}`,
  async (_context, one) => await one.findObject(),
);

/** The same for operations that can share an object. What is only read may be somebody else's, and must not be changed. */
function objectKey({ effect: { kind, resource, of = resource, after } }: OperationCase): string {
  return after ?? (kind === 'read' ? `${of} to read` : of);
}

/** A body with references is made once, and so are the objects that it names. */
const creationOfRun = oncePerRunFor<OperationCase, Call>(subjectOf, async (_context, one) => (await one.prepare()).call);

/** Calls that act on one object, each with a body of its own. */
function againOn(context: CheckContext, one: OperationCase, object: () => Promise<Thing>): () => Promise<Call> {
  const { effect, prepare, callFor } = one;
  if (effect.kind !== 'create' && effect.kind !== 'list') return async () => (await callFor(await object())).call;
  const isShared = effect.kind === 'create' && resources[effect.resource].references.length > 0;
  return isShared ? async () => await renewed(context, await creationOfRun(context, one)) : async () => (await prepare()).call;
}

/** The call with the present token: the one that it was made with may have expired since. */
export async function renewed(context: CheckContext, call: Call): Promise<Call> {
  return withHeader(call, 'Authorization', `Bearer ${(await context.api()).token}`);
}

/** The same call in another company, with its license key. */
export async function inCompany(context: CheckContext, call: Call, company: Company): Promise<Call> {
  const { operation, subject, body } = call;
  if (operation === undefined) return call;
  const args = { company, ...(subject !== undefined && { id: subject }), ...(body !== undefined && { body: parseJson(body) }) };
  return (await context.api()).call(operation, args);
}

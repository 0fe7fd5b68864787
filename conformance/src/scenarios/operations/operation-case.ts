import { objectOf } from '../../api/identity.ts';
import { createsForGood, isServed, servedOf } from '../../api/requests.ts';
import { type OperationId, operations } from '../../generated/operations.ts';
import { type Effect, effects } from '../../generated/resources.ts';
import { isSuccess } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Call } from '../../model/exchange.ts';
import { identifier, type Json, type JsonObject, memberOf } from '../../model/json.ts';
import type { Company } from '../../model/target.ts';
import { webhookCapabilities } from '../webhooks/webhook-capabilities.ts';
import { objectAfter, ownObject, readableObject } from './available-object.ts';
import { draftOf } from './creation.ts';
import { markedMember } from './marked-member.ts';
import { callOn, type Draft, shownAgain, type Thing } from './thing.ts';

/** A call that must succeed, and what it acts on. */
export interface Prepared {
  readonly call: Call;
  /** Undefined for lists and creations. */
  readonly object: Thing | undefined;
  /** The body that it writes; undefined if it has none. */
  readonly draft: Draft | undefined;
}

/** One operation in one company, ready to be called in a way that must succeed. */
export interface OperationCase {
  readonly operation: OperationId;
  readonly effect: Effect;
  readonly company: Company;
  /** Whether nobody can remove what it creates, so that it is called no more often than needed. */
  readonly staysForGood: boolean;
  /** Prepares a new call each time, after creating what it needs. @throws Skip, Inconclusive if that cannot be created */
  readonly prepare: (key?: string) => Promise<Prepared>;
  /** An object for such a call; a new one each time if the call changes it. @throws Skip, Inconclusive if there is none */
  readonly findObject: () => Promise<Thing>;
  /** Such a call for an existing object. */
  readonly callFor: (object: Thing, key?: string) => Promise<Prepared>;
}

/** The operations of one company that the current rule binds, without those that the configuration declares absent. */
export function boundOperations(context: CheckContext, company: Company = context.target.companies[0]): readonly OperationCase[] {
  return operationCases(context, company).filter(({ operation }) => operations[operation].rules.includes(context.rule));
}

/** The PUTs of the company's resources that the current rule binds. The changes of a webhook are enumerated elsewhere. */
export function updates(context: CheckContext): readonly OperationCase[] {
  return boundOperations(context).filter(({ effect }) => effect.kind === 'update' && effect.resource !== 'webhook');
}

/** Every operation of one company that needs a token, without those that the configuration declares absent. */
export function operationCases(context: CheckContext, company: Company): readonly OperationCase[] {
  return Object.entries(effects)
    .map(([id, effect]) => operationCase(context, id as OperationId, effect, company))
    .filter(({ operation }) => isServed(context, operation));
}

function operationCase(context: CheckContext, operation: OperationId, effect: Effect, company: Company): OperationCase {
  const callFor = async (object: Thing, key?: string): Promise<Prepared> => {
    const draft = effect.kind === 'update' ? await changeOf(context, object) : undefined;
    return { call: await built(context, operation, company, { id: object.id, body: draft?.body, key }), object, draft };
  };
  const findObject = async (): Promise<Thing> => {
    const { after, of = effect.resource } = effect;
    if (after !== undefined) return await objectAfter(context, after, company);
    return effect.kind === 'read' ? await readableObject(context, of, company) : await ownObject(context, of, company);
  };
  const prepare = async (key?: string): Promise<Prepared> => {
    if (effect.kind === 'list') return { call: await built(context, operation, company, { key }), object: undefined, draft: undefined };
    if (effect.kind === 'create') {
      const draft = await draftOf(context, effect.resource, company);
      return { call: await built(context, operation, company, { body: draft.body, key }), object: undefined, draft };
    }
    return await callFor(await findObject(), key);
  };
  return { operation, effect, company, staysForGood: createsForGood(context, operation), findObject, prepare, callFor };
}

interface Parts {
  readonly id?: string | undefined;
  readonly body?: JsonObject | undefined;
  readonly key?: string | undefined;
}

async function built(context: CheckContext, operation: OperationId, company: Company, { id, body, key }: Parts): Promise<Call> {
  const given = { company, ...(id !== undefined && { id }), ...(body !== undefined && { body }), ...(key !== undefined && { key }) };
  return (await context.api()).call(operation, given);
}

/** A body that changes an object: another label, or another value of its marked member, with the token that the object was shown with. */
export async function changeOf(
  context: CheckContext,
  object: Thing,
  token: Json | undefined = tokenOf(object),
  label: string = context.fresh(),
): Promise<Draft> {
  const { resource, draft } = object;
  const marked = await markedMember(context, object);
  const changed = marked === undefined ? {} : { [marked.name]: marked.valueOf(label) };
  const identified = resource.name === 'webhook' && (await webhookCapabilities(context)).putsId ? { Id: identifier(object.id) } : {};
  const guarded = resource.token !== undefined && token !== undefined && token !== null ? { [resource.token]: token } : {};
  return { body: { ...draft?.body, ...changed, ...identified, ...guarded }, label: draft?.label === undefined ? undefined : label };
}

/**
 * Changes an object in its current state, if the target can.
 * @param way how the call is sent: with a key, or as another user
 * @param times how often it is changed, each time with the token of the answer before
 * @returns what was sent last; undefined if the target has no such operation
 */
export async function change(
  context: CheckContext,
  object: Thing,
  way: (call: Call) => Call = (call) => call,
  times = 1,
): Promise<Draft | undefined> {
  const { update } = servedOf(context, object.resource);
  if (update === undefined) return undefined;
  let sent: Draft | undefined;
  let present = await shownAgain(context, object);
  for (let time = 0; time < times; time += 1) {
    sent = await changeOf(context, present);
    const answer = await context.send(way(await callOn(context, update, object, sent.body)));
    if (!isSuccess(answer)) return sent;
    const shown = objectOf(answer, 'id');
    present = shown === undefined && time + 1 < times ? await shownAgain(context, present) : { ...present, shown };
  }
  return sent;
}

/** The ConcurrencyToken that an object was shown with. */
export function tokenOf({ resource, shown }: Pick<Thing, 'resource' | 'shown'>): Json | undefined {
  return resource.token === undefined ? undefined : memberOf(shown, resource.token);
}

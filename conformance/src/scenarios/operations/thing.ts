import { createdId, idOf, objectOf } from '../../api/identity.ts';
import { readList } from '../../api/listing.ts';
import { servedOf } from '../../api/requests.ts';
import { type OperationId, operations } from '../../generated/operations.ts';
import { effects, type Resource, type ResourceName, resources } from '../../generated/resources.ts';
import { isSuccess, isUnread } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Answer, Call } from '../../model/exchange.ts';
import { isObject, type Json, type JsonObject, memberOf, sameJson } from '../../model/json.ts';
import type { Company } from '../../model/target.ts';
import { Inconclusive } from '../../model/verdict.ts';

/** A body that creates an object. No two are equal. */
export interface Draft {
  readonly body: JsonObject;
  /** The text that identifies the object; undefined if its body has no member for one. */
  readonly label: string | undefined;
}

/** An object of the target that operations act on. */
export interface Thing {
  readonly resource: Resource;
  readonly company: Company;
  /** The identifier in paths. */
  readonly id: string;
  /** The draft that it was created from; undefined if it existed before. */
  readonly draft: Draft | undefined;
  /** The object as the target showed it when it was created or listed. */
  readonly shown: Json | undefined;
}

/** The object that an answer reports as created. @throws Inconclusive if it names none */
export function createdObject(name: ResourceName, company: Company, draft: Draft, answer: Answer): Thing {
  const resource = resources[name];
  const id = createdId(answer, resource.setting);
  if (id === undefined) throw new Inconclusive(`the answer to the creation of an object of ${name} holds no id`);
  return { resource, company, id, draft, shown: objectOf(answer, 'id') };
}

/** The identifier of an object in paths: its `id`, or the member with the placeholder's own name. */
export function identifierIn(resource: Resource, object: Json): string | undefined {
  const named = memberWithin(object, placeholderOf(resource));
  return idOf(object, resource.setting) ?? (named === undefined ? undefined : String(named));
}

/** A member of an object, or of an object inside it. */
export function memberWithin(object: Json, name: string): Json | undefined {
  const inner = isObject(object) ? Object.values(object).filter(isObject) : [];
  return [object, ...inner].map((holder) => memberOf(holder, name)).find((value) => value !== undefined && value !== null);
}

/** The name of the path's placeholder for an object's identifier: `articoloId`, `eventGuid`. */
export function placeholderOf({ operations: own, acts }: Resource): string {
  const operation = own.read ?? own.update ?? own.delete ?? acts[0];
  return (operation && [...operations[operation].path.matchAll(/\{(\w+)\}/g)].at(-1)?.[1]) || 'id';
}

/** Whether the target can show objects of a resource. If it cannot, their absence says nothing. */
export function isShown(context: CheckContext, resource: Resource): boolean {
  const { read, list } = servedOf(context, resource);
  return read !== undefined || list !== undefined;
}

/** The operations that read an object of its resource. */
export function readsOf(object: Thing): readonly OperationId[] {
  return Object.entries(effects).flatMap(([id, { kind, of, resource }]) =>
    kind === 'read' && (of ?? resource) === object.resource.name ? [id as OperationId] : [],
  );
}

/** The call of an operation on an object. */
export async function callOn(
  context: CheckContext,
  operation: OperationId,
  { company, id }: Pick<Thing, 'company' | 'id'>,
  body?: JsonObject,
): Promise<Call> {
  return (await context.api()).call(operation, { company, id, ...(body !== undefined && { body }) });
}

/** The answer to the GET of an object. @throws Inconclusive if it does not say whether the object is there */
export async function readAlone(context: CheckContext, read: OperationId, object: Pick<Thing, 'company' | 'id'>): Promise<Answer> {
  const answer = await context.send(await callOn(context, read, object));
  if (isUnread(answer)) throw new Inconclusive(`${read} was needed to see an object and answered ${answer.status}`);
  return answer;
}

/**
 * What the target shows of an object now, on its own or else in its list; undefined if nothing.
 * @throws Inconclusive if that is not known
 */
export async function shownNow(context: CheckContext, thing: Thing): Promise<JsonObject | undefined> {
  const { read, list } = servedOf(context, thing.resource);
  if (read !== undefined) {
    const answer = await readAlone(context, read, thing);
    const object = isSuccess(answer) ? objectOf(answer, 'id') : undefined;
    return isObject(object) ? object : undefined;
  }
  if (list === undefined) return undefined;
  const listing = await readList((await context.api()).call(list, { company: thing.company }), (call) => context.send(call));
  return listing?.entries.find((entry) => identifierIn(thing.resource, entry) === thing.id);
}

/** The object as the target shows it now, or as it was shown before if it shows nothing. */
export async function shownAgain(context: CheckContext, object: Thing): Promise<Thing> {
  return { ...object, shown: (await shownNow(context, object)) ?? object.shown };
}

/** What has changed of an object; undefined if nothing has. */
export type Difference = () => Promise<string | undefined>;

/**
 * Remembers what the target shows of an object, to tell later whether it has changed. Ignores what already differs between two reads in a
 * row, such as the time of the answer. Undefined if the target does not show the object.
 */
export async function remembered(context: CheckContext, object: Thing): Promise<Difference | undefined> {
  const [before, again] = [await shownNow(context, object), await shownNow(context, object)];
  if (before === undefined || again === undefined) return undefined;
  const names = Object.keys(before).filter((name) => sameJson(before[name], again[name]));
  return async () => {
    const after = await shownNow(context, object);
    if (after === undefined) return 'it is gone';
    const changed = names.filter((name) => !sameJson(before[name], after[name]));
    return changed.length === 0 ? undefined : `a different ${changed.join(', ')}`;
  };
}

import { createdId, idOf, objectOf } from '../../api/identity.ts';
import { readList } from '../../api/listing.ts';
import { isServed } from '../../api/requests.ts';
import { operations } from '../../generated/operations.ts';
import { type Resource, type ResourceName, resources } from '../../generated/resources.ts';
import { isSuccess, isUnread } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Answer } from '../../model/exchange.ts';
import { isObject, type Json, type JsonObject, memberOf } from '../../model/json.ts';
import type { Company } from '../../model/target.ts';
import { Inconclusive } from '../../model/verdict.ts';

/** A body that creates an object. No two are equal. */
export interface Draft {
  readonly body: JsonObject;
  /** The text that identifies the object; undefined if its body has no member for one. */
  readonly label: string | undefined;
}

/** An object of the target that operations act on. */
export interface StoredObject {
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
export function createdObject(name: ResourceName, company: Company, draft: Draft, answer: Answer): StoredObject {
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
export function isShown(context: CheckContext, { operations: { read, list } }: Resource): boolean {
  return [read, list].some((operation) => operation !== undefined && isServed(context, operation));
}

/**
 * What the target shows of an object now, on its own or else in its list; undefined if nothing.
 * @throws Inconclusive if that is not known
 */
export async function shownNow(context: CheckContext, { resource, company, id }: StoredObject): Promise<JsonObject | undefined> {
  const { read, list } = resource.operations;
  const api = await context.api();
  if (read !== undefined && isServed(context, read)) {
    const answer = await context.send(api.call(read, { company, id }));
    if (isUnread(answer)) throw new Inconclusive(`${read} was needed to see an object and answered ${answer.status}`);
    const object = isSuccess(answer) ? objectOf(answer, 'id') : undefined;
    return isObject(object) ? object : undefined;
  }
  if (list === undefined || !isServed(context, list)) return undefined;
  const listing = await readList(api.call(list, { company }), (call) => context.send(call));
  return listing?.entries.find((entry) => identifierIn(resource, entry) === id);
}

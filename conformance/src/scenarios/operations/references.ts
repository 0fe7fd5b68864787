import { type Resource, type ResourceName, resources } from '../../generated/resources.ts';
import { isSuccess } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Call } from '../../model/exchange.ts';
import { identifier, isObject, type Json, type JsonObject, parseJson, sameJson, writeJson } from '../../model/json.ts';
import type { Company } from '../../model/target.ts';
import { unlessRefused } from '../unless-refused.ts';
import { canCreate } from './available-object.ts';
import { createObject, draftOf } from './creation.ts';
import { type Addition, freeTexts } from './declared-members.ts';
import { operationCases } from './operation-case.ts';
import type { StoredObject } from './stored-object.ts';

/** Creates objects that refer to this one, in its company and at every reference of the contract; false if none refers to it. */
export async function referTo(context: CheckContext, { resource, company, id }: StoredObject): Promise<boolean> {
  let isReferred = false;
  for (const { effect, prepare } of operationCases(context, company)) {
    const [reference] = resources[effect.resource].references.filter((one) => one.resource === resource.name);
    if (effect.kind !== 'create' || reference === undefined) continue;
    const call = withReference((await prepare()).call, reference.path, identifier(id));
    if (call !== undefined && isSuccess(await context.send(call))) isReferred = true;
  }
  return isReferred;
}

/** The call with this identifier at the path in its body; undefined if the body has no such place. */
export function withReference(call: Call, path: readonly string[], id: Json): Call | undefined {
  const body = call.body === undefined ? undefined : parseJson(call.body);
  const changed = body === undefined ? undefined : placed(body, path, id);
  return changed === undefined || sameJson(changed, body) ? undefined : { ...call, body: writeJson(changed) };
}

/** The value with another one at the path; undefined if it has no such place. */
export function placed(value: Json, path: readonly string[], id: Json): Json | undefined {
  const [step, ...rest] = path;
  if (step === undefined) return id;
  if (step === '*') return Array.isArray(value) ? value.map((item: Json) => placed(item, rest, id) ?? item) : undefined;
  if (!isObject(value)) return undefined;
  const inner = rest.length === 0 ? id : placed(value[step] ?? null, rest, id);
  return inner === undefined ? undefined : ({ ...value, [step]: inner } as JsonObject);
}

/** New objects that bodies of a resource can refer to, one for each reference. */
export interface NewReferences {
  readonly named: readonly StoredObject[];
  /** What makes a body refer to them. All entries of a list refer to the same object. */
  readonly referring: (body: JsonObject) => readonly Addition[];
}

/** Creates an object for each reference that bodies of a resource can have, if the target creates such objects. */
export async function newReferences(context: CheckContext, { references }: Resource, company: Company): Promise<NewReferences> {
  const made: { readonly path: readonly string[]; readonly object: StoredObject }[] = [];
  for (const { path, resource } of references)
    if (canCreate(context, resource)) made.push({ path, object: await namedObject(context, resource, company) });
  return {
    named: made.map(({ object }) => object),
    referring: (body) =>
      made.flatMap(({ path, object }) => placesIn(body, path).map((place) => ({ path: place, value: identifier(object.id) }))),
  };
}

/** An object with other texts than the one that refers to it, because a service may copy what it finds there. */
async function namedObject(context: CheckContext, name: ResourceName, company: Company): Promise<StoredObject> {
  const { create } = resources[name].operations;
  const draft = await draftOf(context, name, company);
  const texts = create === undefined ? [] : freeTexts(draft.body, create).filter(([member]) => member !== resources[name].label);
  const body = { ...draft.body, ...Object.fromEntries(texts.map(([member, text]) => [member, `${text} elsewhere`])) };
  return (await unlessRefused(createObject(context, name, company, { ...draft, body }))) ?? (await createObject(context, name, company));
}

/** The places that a path leads to, whatever their values. */
function placesIn(value: Json | undefined, [step, ...rest]: readonly string[]): readonly (readonly (string | number)[])[] {
  if (step === undefined) return [[]];
  if (step === '*') {
    const entries = Array.isArray(value) ? value : [];
    return entries.flatMap((entry: Json, index) => placesIn(entry, rest).map((place) => [index, ...place]));
  }
  return isObject(value) ? placesIn(value[step], rest).map((place) => [step, ...place]) : [];
}

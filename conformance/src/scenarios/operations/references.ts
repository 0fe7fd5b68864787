import { type Resource, type ResourceName, resources } from '../../generated/resources.ts';
import { isSuccess } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Call } from '../../model/exchange.ts';
import { identifier, type Json, type JsonObject, parseJson, sameJson, writeJson } from '../../model/json.ts';
import type { Company } from '../../model/target.ts';
import { pathsTo, placed } from '../values/places.ts';
import { canCreate } from './available-object.ts';
import { createObject, createVaried } from './creation.ts';
import { type Addition, freeTexts } from './declared-members.ts';
import { operationCases } from './operation-case.ts';
import type { Thing } from './thing.ts';

/** Creates objects that refer to this one, in its company and at every reference of the contract; false if none refers to it. */
export async function referTo(context: CheckContext, { resource, company, id }: Thing): Promise<boolean> {
  let isReferred = false;
  for (const { effect, prepare } of operationCases(context, company)) {
    const [reference] = resources[effect.resource].references.filter((one) => one.resource === resource.name);
    if (effect.kind !== 'create' || reference === undefined) continue;
    const call = withReference((await prepare()).call, reference.path, identifier(id));
    if (call !== undefined && isSuccess(await context.send(call))) isReferred = true;
  }
  return isReferred;
}

/** The call with this identifier at the path in its body; undefined if the body has no such place, or has it already. */
export function withReference(call: Call, path: readonly string[], id: Json): Call | undefined {
  const body = call.body === undefined ? undefined : parseJson(call.body);
  if (body === undefined) return undefined;
  const changed = pathsTo(body, path).reduce((whole, place) => placed(whole, place, id), body);
  return sameJson(changed, body) ? undefined : { ...call, body: writeJson(changed) };
}

/** New objects that bodies of a resource can refer to, one for each reference. */
export interface NewReferences {
  readonly named: readonly Thing[];
  /** What makes a body refer to them. All entries of a list refer to the same object. */
  readonly referring: (body: JsonObject) => readonly Addition[];
}

/** Creates an object for each reference that bodies of a resource can have, if the target creates such objects. */
export async function newReferences(context: CheckContext, { references }: Resource, company: Company): Promise<NewReferences> {
  const made: { readonly path: readonly string[]; readonly object: Thing }[] = [];
  for (const { path, resource } of references)
    if (canCreate(context, resource)) made.push({ path, object: await namedObject(context, resource, company) });
  return {
    named: made.map(({ object }) => object),
    referring: (body) =>
      made.flatMap(({ path, object }) => pathsTo(body, path).map((place) => ({ path: place, value: identifier(object.id) }))),
  };
}

/** An object with other texts than the one that refers to it, because a service may copy what it finds there. */
async function namedObject(context: CheckContext, name: ResourceName, company: Company): Promise<Thing> {
  const { create } = resources[name].operations;
  const otherTexts = (body: JsonObject): JsonObject => {
    const texts = create === undefined ? [] : freeTexts(body, create).filter(([member]) => member !== resources[name].label);
    return { ...body, ...Object.fromEntries(texts.map(([member, text]) => [member, `${text} elsewhere`])) };
  };
  return (await createVaried(context, name, company, otherTexts)) ?? (await createObject(context, name, company));
}

import { resources } from '../../generated/resources.ts';
import { isSuccess } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Call } from '../../model/exchange.ts';
import { identifier, isObject, type Json, type JsonObject, parseJson, sameJson, writeJson } from '../../model/json.ts';
import { operationCases } from './operation-case.ts';
import type { StoredObject } from './stored-object.ts';

/** Creates what refers to an object, in its company and at every reference that the contract has; false where nothing refers to it then. */
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

/** The call with this identifier in the place of the body that the path leads to; undefined where there is none. */
export function withReference(call: Call, path: readonly string[], id: Json): Call | undefined {
  const body = call.body === undefined ? undefined : parseJson(call.body);
  const changed = body === undefined ? undefined : placed(body, path, id);
  return changed === undefined || sameJson(changed, body) ? undefined : { ...call, body: writeJson(changed) };
}

function placed(value: Json, path: readonly string[], id: Json): Json | undefined {
  const [step, ...rest] = path;
  if (step === undefined) return id;
  if (step === '*') return Array.isArray(value) ? value.map((item: Json) => placed(item, rest, id) ?? item) : undefined;
  if (!isObject(value)) return undefined;
  const inner = rest.length === 0 ? id : placed(value[step] ?? null, rest, id);
  return inner === undefined ? undefined : ({ ...value, [step]: inner } as JsonObject);
}

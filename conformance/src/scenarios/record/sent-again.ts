import { type Resource, resources } from '../../generated/resources.ts';
import { isSuccess } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Answer, Call } from '../../model/exchange.ts';
import type { Json, JsonObject } from '../../model/json.ts';
import { freshCall } from '../idempotency/use.ts';
import { actsBefore } from '../operations/available-object.ts';
import { createObject, draftOf } from '../operations/creation.ts';
import { changeOf, type OperationCase, operationCases } from '../operations/operation-case.ts';
import type { Thing } from '../operations/thing.ts';
import { pathsTo, placed, valueAt } from '../values/places.ts';
import { isServerFault, type Suspect } from './server-faults.ts';

/** New tries that must fail, each after a control that succeeds. */
const TIMES = 2;

/**
 * Repeats a call in the best way: with a new token, on an object of its own, with that object's ConcurrencyToken and the original values.
 * Returns the answer if each try is a fault of the service. Undefined if one is not, or if the control fails too.
 * @param isTaken whether the operation was ever accepted. If so, the control calls it with usual values.
 * @throws Inconclusive, Skip if it cannot be made
 */
export async function failsAgain(context: CheckContext, suspect: Suspect, isTaken: boolean): Promise<Answer | undefined> {
  const one = operationCases(context, suspect.company).find(({ operation }) => operation === suspect.operation);
  let last: Answer | undefined;
  for (let time = 0; time < TIMES; time += 1) {
    if (!(await isServing(context, one, suspect, isTaken))) return undefined;
    last = await sentAgain(context, one, suspect);
    if (!isServerFault(last)) return undefined;
  }
  return last;
}

/** The control: the operation with usual values, or listAzienda if it was never accepted or the call has only usual values. */
async function isServing(context: CheckContext, one: OperationCase | undefined, { query }: Suspect, isTaken: boolean): Promise<boolean> {
  if (one === undefined || one.operation === 'listAzienda') return true;
  const isSpecial = one.effect.kind !== 'list' || query !== '';
  const call = isTaken && isSpecial ? (await freshCall(context, one)).call : (await context.api()).call('listAzienda');
  return isSuccess(await context.send(call));
}

async function sentAgain(context: CheckContext, one: OperationCase | undefined, suspect: Suspect): Promise<Answer> {
  if (one === undefined) return await context.send(context.run.session.authenticateCall());
  const answer = await context.send(await callLike(context, one, suspect, (text) => text));
  if (answer.status < 400 || isServerFault(answer)) return answer;
  // The target may refuse a second object with the same name.
  return await context.send(await callLike(context, one, suspect, (text) => renamed(context, text)));
}

async function callLike(context: CheckContext, one: OperationCase, suspect: Suspect, rename: (text: string) => string): Promise<Call> {
  const { operation, effect, company } = one;
  const resource = resources[effect.resource];
  const given = { company, ...(suspect.hasKey && { key: context.freshKey() }) };
  const api = await context.api();
  if (effect.kind === 'list') {
    const call = api.call(operation, { company });
    return suspect.query === '' ? call : { ...call, url: `${call.url}?${suspect.query}` };
  }
  if (effect.kind === 'create') {
    const { body } = await draftOf(context, effect.resource, company);
    return api.call(operation, { ...given, body: likeIt(body, suspect.body ?? body, resource, rename) });
  }
  const object = await objectLike(context, one, suspect.written, rename);
  if (object === undefined) return (await freshCall(context, one, given.key)).call;
  if (suspect.body === undefined) return (await one.callFor(object, given.key)).call;
  const { body } = await changeOf(context, object);
  return api.call(operation, { ...given, id: object.id, body: likeIt(body, suspect.body, resource, rename) });
}

/** An object with the same body and with the acts that must come before. Undefined if the body is not known. */
async function objectLike(
  context: CheckContext,
  { effect, company }: OperationCase,
  written: JsonObject | undefined,
  rename: (text: string) => string,
): Promise<Thing | undefined> {
  const { of = effect.resource } = effect;
  // Each webhook of the suite has an endpoint of its own.
  if (written === undefined || resources[of].operations.create === undefined || of === 'webhook') return undefined;
  const draft = await draftOf(context, of, company);
  const object = await createObject(context, of, company, { ...draft, body: likeIt(draft.body, written, resources[of], rename) });
  for (const act of actsBefore(effect)) await context.prepare((await context.api()).call(act, { company, id: object.id }));
  return object;
}

/** The values of one body, with the identifiers, the token and the Url of a currently valid one. */
function likeIt(right: JsonObject, values: JsonObject, { token, references }: Resource, rename: (text: string) => string): JsonObject {
  const { [token ?? '']: _token, ...others } = values;
  const kept = ['Id', 'Url', ...(token === undefined ? [] : [token])].filter((name) => Object.hasOwn(right, name));
  const body: JsonObject = { ...withTexts(others, rename), ...Object.fromEntries(kept.map((name) => [name, right[name] ?? null])) };
  return references.reduce<JsonObject>((whole, { path }) => {
    const id = valueAt(right, path);
    const isReferring = (valueAt(whole, path) ?? null) !== null;
    return id === undefined || !isReferring
      ? whole
      : (pathsTo(whole, path).reduce<Json>((value, place) => placed(value, place, id), whole) as JsonObject);
  }, body);
}

function withTexts(body: JsonObject, rename: (text: string) => string): JsonObject {
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, typeof value === 'string' ? rename(value) : value]));
}

/** A text of the same length with a new name in place of one from the suite. */
function renamed(context: CheckContext, text: string): string {
  const at = text.toLowerCase().indexOf(context.run.runName);
  const [old = ''] = at < 0 ? [] : (/^conformance-[\da-f]{8}(-again)?-[a-z]+-\d+-\d+/i.exec(text.slice(at)) ?? []);
  if (old === '') return text;
  const name = context.fresh();
  return text.slice(0, at) + name + text.slice(at + Math.max(old.length, name.length));
}

import { isServed } from '../../api/requests.ts';
import { resources } from '../../generated/resources.ts';
import { isSuccess, json } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Answer } from '../../model/exchange.ts';
import { type Json, type JsonObject, memberOf, writeJson } from '../../model/json.ts';
import { draftOf } from '../operations/creation.ts';
import { type Addition, withAdditions } from '../operations/declared-members.ts';
import { changeOf, type OperationCase } from '../operations/operation-case.ts';
import { createdObject, type StoredObject, shownNow } from '../operations/stored-object.ts';
import { lostAt } from '../values/places.ts';

/** Writes of one operation, one after another. Each is read back. */
export interface Series {
  readonly one: OperationCase;
  /** A body that the target accepts. */
  readonly body: JsonObject;
  /** What each body must have anew: a name of its own, and the object's current token. */
  readonly own: () => JsonObject;
  /** Writes a body, and answers what the GET then shows; undefined if the body was refused. */
  readonly write: (body: JsonObject) => Promise<JsonObject | undefined>;
  /** Whether the latest refusal named this member. Only a hint which members to try again alone: the source promises no such names. */
  readonly isBlamed: (path: Addition['path']) => boolean;
}

/** What is done with an object between its write and its read. False if it could not be done, so that nothing is read. */
export type Meanwhile = (object: StoredObject) => Promise<boolean>;

/** Creations that refer to the same objects, or PUTs of one object. @throws Skip, Inconclusive if the target has neither */
export async function seriesOf(context: CheckContext, one: OperationCase, meanwhile?: Meanwhile): Promise<Series> {
  return one.effect.kind === 'create' ? await creations(context, one, meanwhile) : await puts(context, one, meanwhile);
}

async function creations(context: CheckContext, one: OperationCase, meanwhile?: Meanwhile): Promise<Series> {
  const { operation, effect, company } = one;
  const draft = await draftOf(context, effect.resource, company);
  const { label } = resources[effect.resource];
  let latest: Answer | undefined;
  const write = async (body: JsonObject): Promise<JsonObject | undefined> => {
    const answer = await context.send((await context.api()).call(operation, { company, body }));
    latest = answer;
    if (!isSuccess(answer)) return undefined;
    const object = createdObject(effect.resource, company, { ...draft, body }, answer);
    if ((await meanwhile?.(object)) === false) return undefined;
    const shown = (await shownNow(context, object)) ?? {};
    if (effect.resource === 'webhook') await remove(context, object);
    return shown;
  };
  const own = (): JsonObject => (label === undefined || draft.label === undefined ? {} : { [label]: context.fresh() });
  return { one, body: draft.body, own, write, isBlamed: (path) => isNamedIn(latest, path) };
}

/** Removes a webhook, which would only keep the target busy. */
async function remove(context: CheckContext, { resource, company, id }: StoredObject): Promise<void> {
  const { delete: operation } = resource.operations;
  if (operation !== undefined && isServed(context, operation)) await context.send((await context.api()).call(operation, { company, id }));
}

async function puts(context: CheckContext, one: OperationCase, meanwhile?: Meanwhile): Promise<Series> {
  const { operation, effect, company } = one;
  const object = await one.findObject();
  const { body, label: name } = await changeOf(context, object);
  const { label, token } = resources[effect.resource];
  let present: JsonObject = {};
  let latest: Answer | undefined;
  const write = async (sent: JsonObject): Promise<JsonObject | undefined> => {
    const answer = await context.send((await context.api()).call(operation, { company, id: object.id, body: sent }));
    latest = answer;
    if (!isSuccess(answer)) return undefined;
    const isDone = await meanwhile?.(object);
    const shown = await shownNow(context, object);
    present = shown ?? present;
    return isDone === false ? undefined : present;
  };
  const own = (): JsonObject => ({
    ...(label !== undefined && name !== undefined && { [label]: context.fresh() }),
    ...(token !== undefined && { [token]: tokenIn(present) ?? body[token] ?? null }),
  });
  return { one, body, own, write, isBlamed: (path) => isNamedIn(latest, path) };
}

/** Whether the problem document of a refusal names this member of the body. */
function isNamedIn(answer: Answer | undefined, path: Addition['path']): boolean {
  const errors = answer && memberOf(json(answer), 'errors');
  return Array.isArray(errors) && errors.some((error: Json) => memberOf(error, 'pointer') === `/${path.join('/')}`);
}

function tokenIn(shown: JsonObject): JsonObject[string] | undefined {
  const name = Object.keys(shown).find((member) => member.toLowerCase() === 'concurrencytoken');
  return name === undefined ? undefined : shown[name];
}

/** Writes a body with these additions, and judges that the GET returns it. @returns what it shows; undefined if the body was refused */
export async function written(
  context: CheckContext,
  { one, own, write }: Series,
  base: JsonObject,
  additions: readonly Addition[],
): Promise<JsonObject | undefined> {
  const body = withAdditions({ ...base, ...own() }, additions);
  const shown = await write(body);
  if (shown === undefined) return undefined;
  // The token is the one member that a write changes by itself.
  const { [resources[one.effect.resource].token ?? '']: _token, ...sent } = body;
  const lost = lostAt(sent, shown);
  context.judge(lost === undefined, {
    message: `What ${one.operation} sends in a declared member must be returned by the next GET.`,
    expected: writeJson(sent).slice(0, 2_000),
    actual: `${lost} is lost or changed: ${writeJson(shown).slice(0, 2_000)}`,
  });
  return shown;
}

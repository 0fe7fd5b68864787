import { servedOf } from '../../api/requests.ts';
import { type Resource, resources } from '../../generated/resources.ts';
import { isSuccess, json } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Answer } from '../../model/exchange.ts';
import { type Json, type JsonObject, memberOf, writeJson } from '../../model/json.ts';
import { draftOf } from '../operations/creation.ts';
import { type Addition, withAdditions } from '../operations/declared-members.ts';
import { changeOf, type OperationCase } from '../operations/operation-case.ts';
import { callOn, createdObject, shownNow, type Thing } from '../operations/thing.ts';
import { lostAt, type Path } from '../values/places.ts';

/** What earlier writes have shown of a resource, so that later ones are not refused for the same reason. */
export interface Known {
  /** The declared members that the target accepts together. */
  members?: readonly Addition[];
  /** With which values of other members a member's value is accepted; undefined if it is not. */
  readonly ways: Map<string, readonly Addition[] | undefined>;
  /** The values of other members that a member's values need; empty if none were found. */
  readonly beside: Map<string, readonly Addition[]>;
  /** The longest text that each member was seen to accept. */
  readonly longest: Map<string, string>;
  /** Members that had to be changed before the target acted on the object. */
  readonly inTheWay: Set<string>;
}

export function nothingKnown(): Known {
  return { ways: new Map(), beside: new Map(), longest: new Map(), inTheWay: new Set() };
}

/** Writes of one operation, one after another. Each is read back. */
export interface Series {
  readonly context: CheckContext;
  readonly one: OperationCase;
  readonly resource: Resource;
  readonly known: Known;
  /** A body that the target accepts. */
  readonly body: JsonObject;
  /** What each body must have anew: a name of its own, and the object's current token. */
  readonly own: () => JsonObject;
  /** Writes a body, and answers what the GET then shows; undefined if the body was refused. */
  readonly write: (body: JsonObject) => Promise<JsonObject | undefined>;
  /** Whether the latest refusal named this member. Only a hint which members to try again alone: the source promises no such names. */
  readonly isBlamed: (path: Path) => boolean;
}

/**
 * Creations that refer to the same objects, or PUTs of one object.
 * @param meanwhile what is done with an object between its write and its read. False if it could not be done, so that nothing is judged.
 * @throws Skip, Inconclusive if the target has neither
 */
export async function seriesOf(
  context: CheckContext,
  one: OperationCase,
  known: Known = nothingKnown(),
  meanwhile: (object: Thing) => Promise<boolean> = async () => true,
): Promise<Series> {
  const { operation, effect, company } = one;
  const resource = resources[effect.resource];
  const { label, token } = resource;
  const object = effect.kind === 'create' ? undefined : await one.findObject();
  const draft = object === undefined ? await draftOf(context, resource.name, company) : await changeOf(context, object);
  let latest: Answer | undefined;
  let present: JsonObject = {};
  const write = async (body: JsonObject): Promise<JsonObject | undefined> => {
    latest = await context.send((await context.api()).call(operation, { company, body, ...(object !== undefined && { id: object.id }) }));
    if (!isSuccess(latest)) return undefined;
    const target = object ?? createdObject(resource.name, company, { ...draft, body }, latest);
    const isDone = await meanwhile(target);
    present = (await shownNow(context, target)) ?? (object === undefined ? {} : present);
    // A webhook would only keep the target busy.
    const { delete: remove } = servedOf(context, resource);
    if (object === undefined && resource.name === 'webhook' && remove !== undefined)
      await context.send(await callOn(context, remove, target));
    return isDone ? present : undefined;
  };
  const own = (): JsonObject => ({
    ...(label !== undefined && draft.label !== undefined && { [label]: context.fresh() }),
    ...(object !== undefined && token !== undefined && { [token]: memberOf(present, token) ?? draft.body[token] ?? null }),
  });
  const isBlamed = (path: Path): boolean => {
    const errors = latest && memberOf(json(latest), 'errors');
    return Array.isArray(errors) && errors.some((error: Json) => memberOf(error, 'pointer') === `/${path.join('/')}`);
  };
  return { context, one, resource, known, body: draft.body, own, write, isBlamed };
}

/** Writes a body with these additions, and judges that the GET returns it. @returns what it shows; undefined if the body was refused */
export async function written(
  { context, one, resource, own, write }: Series,
  base: JsonObject,
  additions: readonly Addition[],
): Promise<JsonObject | undefined> {
  const body = withAdditions({ ...base, ...own() }, additions);
  const shown = await write(body);
  if (shown === undefined) return undefined;
  // The token is the one member that a write changes by itself.
  const { [resource.token ?? '']: _token, ...sent } = body;
  const lost = lostAt(sent, shown);
  context.judge(lost === undefined, {
    message: `What ${one.operation} sends in a declared member must be returned by the next GET.`,
    expected: writeJson(sent).slice(0, 2_000),
    actual: `${lost} is lost or changed: ${writeJson(shown).slice(0, 2_000)}`,
  });
  return shown;
}

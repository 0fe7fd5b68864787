import { idOf } from '../../api/identity.ts';
import { entriesOf, unreadable } from '../../api/listing.ts';
import { nextPage } from '../../api/paging.ts';
import { servedOf } from '../../api/requests.ts';
import type { OperationId } from '../../generated/operations.ts';
import { type Effect, effects, type Resource, type ResourceName, resources } from '../../generated/resources.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Call } from '../../model/exchange.ts';
import type { JsonObject } from '../../model/json.ts';
import type { Company } from '../../model/target.ts';
import { Inconclusive, Skip } from '../../model/verdict.ts';
import { lookUntil } from '../../wait/arrives.ts';
import { oncePerRunFor } from '../once-per-run.ts';
import { createObject } from './creation.ts';
import { callOn, identifierIn, memberWithin, placeholderOf, shownAgain, type Thing } from './thing.ts';

/** An object that can be read: a new one, or a listed one if none can be created. @throws Inconclusive or Skip if there is none */
export async function readableObject(context: CheckContext, name: ResourceName, company: Company): Promise<Thing> {
  if (!canCreate(context, name)) return await listedObject(context, name, company);
  try {
    return await createObject(context, name, company);
  } catch (error) {
    const isMissing = error instanceof Skip || error instanceof Inconclusive;
    if (!isMissing || servedOf(context, resources[name]).list === undefined) throw error;
    return await listedObject(context, name, company);
  }
}

/** An object that a check may change: one of its own making. @throws Inconclusive or Skip if there can be none */
export async function ownObject(context: CheckContext, name: ResourceName, company: Company): Promise<Thing> {
  return resources[name].operations.create === undefined
    ? await notedObject(context, resources[name], company)
    : await createObject(context, name, company);
}

/** A new object as a GET shows it, if there is a GET: the answer to its creation need not show the token that a PUT needs. */
export async function createShownObject(context: CheckContext, name: ResourceName, company: Company): Promise<Thing> {
  return await shownAgain(context, await createObject(context, name, company));
}

/** The acts that must be done on an object before an operation, in order. */
export function actsBefore({ after }: Pick<Effect, 'after'>): readonly OperationId[] {
  if (after === undefined) return [];
  return [...actsBefore(effects[after] ?? {}), after];
}

/** Objects after acts that cannot be undone. One for each act and company serves the whole run. */
const objectsAfter = oncePerRunFor<Act, Thing>(
  ({ act, company }) => `${act} ${company.id}`,
  async (context, { act, company }) => await newObjectAfter(context, act, company, objectAfter),
);

interface Act {
  readonly act: OperationId;
  readonly company: Company;
}

/** A new object after this act, which the caller may change. @param before how to find the object that the act itself needs */
export async function newObjectAfter(
  context: CheckContext,
  act: OperationId,
  company: Company,
  before: typeof objectAfter = newObjectAfter,
): Promise<Thing> {
  const effect = effects[act];
  if (effect === undefined) throw new Skip(`${act} acts on nothing`);
  const { of = effect.resource, after } = effect;
  const object = after === undefined ? await ownObject(context, of, company) : await before(context, after, company);
  await context.prepare(await callOn(context, act, object));
  return object;
}

/** An object after this act, shared by all callers, who must not change it. @throws Inconclusive or Skip if there can be none */
export async function objectAfter(context: CheckContext, act: OperationId, company: Company): Promise<Thing> {
  return await objectsAfter(context, { act, company });
}

/** Whether the configuration allows objects of the resource to be created. */
export function canCreate({ target }: CheckContext, name: ResourceName): boolean {
  const { create } = resources[name].operations;
  const setting = create && effects[create]?.setting;
  return create !== undefined && (setting === undefined || target.surface[setting] !== null);
}

/** The first listed object, whoever created it. */
async function listedObject(context: CheckContext, name: ResourceName, company: Company): Promise<Thing> {
  const resource = resources[name];
  if (resource.operations.create === undefined && !resource.company) return await notedForReaders(context, { resource, company });
  return listed(resource, company, await foundOnPages(context, resource, company, () => true));
}

/** One for each company serves all checks that only read it. */
const notedForReaders = oncePerRunFor<Pick<Thing, 'resource' | 'company'>, Thing>(
  ({ resource, company }) => `${resource.name} ${company.id}`,
  async (context, { resource, company }) => await notedObject(context, resource, company),
);

/** The most pages per look. The newest record is on the first page, or on a later one if other checks are busy and pages short. */
const PAGES_OF_A_LOOK = 8;

/** An object that the target records by itself when something is done for it: here, the creation of a contact. */
async function notedObject(context: CheckContext, resource: Resource, company: Company): Promise<Thing> {
  const { id } = await createObject(context, 'Anagrafica', company);
  let own: JsonObject | undefined;
  await lookUntil(context, async () => {
    own = await foundOnPages(context, resource, company, (entry) => idOf(memberWithin(entry, 'object')) === id);
    return own !== undefined;
  });
  if (own !== undefined) return listed(resource, company, own);
  throw new Inconclusive(`${resource.operations.list ?? resource.name} does not show the creation of a contact`);
}

/** The first matching entry on the first pages of a list. */
async function foundOnPages(
  context: CheckContext,
  resource: Resource,
  company: Company,
  isFound: (entry: JsonObject) => boolean,
): Promise<JsonObject | undefined> {
  const { list } = resource.operations;
  if (list === undefined) throw new Skip(`no operation creates or lists objects of ${resource.name}`);
  let call: Call | undefined = (await context.api()).call(list, { company });
  for (let page = 0; call !== undefined && page < PAGES_OF_A_LOOK; page += 1) {
    const answer = await context.prepare(call);
    const entries = entriesOf(answer, placeholderOf(resource));
    if (entries === undefined) throw new Inconclusive(unreadable(list));
    const found = entries.find(isFound);
    if (found !== undefined) return found;
    call = nextPage(call, answer);
  }
  return undefined;
}

function listed(resource: Resource, company: Company, entry: JsonObject | undefined): Thing {
  const id = entry && identifierIn(resource, entry);
  if (id === undefined) throw new Skip(`company ${company.id} lists no ${resource.name} with an id: add one`);
  return { resource, company, id, draft: undefined, shown: entry };
}

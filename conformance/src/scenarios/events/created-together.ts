import { typeFiredBy } from '../../api/event-names.ts';
import { createdId } from '../../api/identity.ts';
import { createsForGood, isServed } from '../../api/requests.ts';
import { effects, type Resource, resources } from '../../generated/resources.ts';
import { isSuccess } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { JsonObject } from '../../model/json.ts';
import type { Company } from '../../model/target.ts';
import type { Webhook } from '../../model/webhook.ts';
import { eachArriving } from '../../wait/arrives.ts';
import { isAboutId, isAboutName } from '../deliveries/about-object.ts';
import { type Arrival, arrivalsAt } from '../deliveries/arrivals.ts';
import { draftOf } from '../operations/creation.ts';

/** Objects of one resource that were created at the same time. */
export interface CreatedTogether {
  /** The type of their creation events. */
  readonly type: string;
  readonly created: number;
  /** How many of these events the company's webhook has received. */
  readonly arrived: () => number;
}

/** Contacts depend on no other object, so they show best which events a crowd loses. */
const CONTACTS = 6;
const OTHERS = 3;

/**
 * For each resource in turn: creates several objects at once, and then one that equals the first. Waits for the events of
 * the resources that fire any.
 */
export async function createTogether(
  context: CheckContext,
  webhook: Webhook,
  types: readonly string[],
  company: Company,
): Promise<readonly CreatedTogether[]> {
  const made: CreatedTogether[] = [];
  for (const resource of Object.values(resources)) {
    const { create } = resource.operations;
    const type = create && typeFiredBy(create, context.target);
    if (type === undefined || !types.includes(type) || create === undefined || !isServed(context, create)) continue;
    // Nobody could delete these objects, so many of them would stay.
    if (createsForGood(context, create)) continue;
    const one = await context.part(`several ${resource.name} objects at once`, () => createAll(context, webhook, resource, company, type));
    if (one !== undefined) made.push(one);
  }
  const fires = ({ type }: CreatedTogether): boolean => arrivalsAt(webhook).some(({ evento }) => evento.type === type);
  const complete = (): boolean => made.every((one) => !fires(one) || one.arrived() >= one.created);
  await eachArriving(context, webhook, complete);
  return made;
}

async function createAll(
  context: CheckContext,
  webhook: Webhook,
  resource: Resource,
  company: Company,
  type: string,
): Promise<CreatedTogether | undefined> {
  const { create } = resource.operations;
  if (create === undefined || effects[create]?.fires === undefined) return undefined;
  const drafts: { readonly body: JsonObject; readonly label: string }[] = [];
  for (let count = resource.name === 'Anagrafica' ? CONTACTS : OTHERS; count > 0; count -= 1) {
    const { body, label } = await draftOf(context, resource.name, company);
    if (label === undefined) return undefined;
    drafts.push({ body, label });
  }
  const api = await context.api();
  const created = await Promise.all(
    drafts.map(async ({ body, label }) => ({
      label,
      id: createdId(await context.prepare(api.call(create, { company, body })), resource.setting),
    })),
  );
  const [first] = drafts;
  // If the target accepts a second equal object, it is an object of its own.
  const equal = first && (await context.send(api.call(create, { company, body: first.body })));
  const id = equal && isSuccess(equal) ? createdId(equal, resource.setting) : undefined;
  if (first && id !== undefined && created.every((one) => one.id !== id)) created.push({ label: first.label, id });
  const isOf = ({ label, id }: { label: string; id: string | undefined }, { evento }: Arrival): boolean =>
    isAboutName(resource, label, evento) || (id !== undefined && isAboutId(context, resource, id, evento));
  /** For each name, the objects without an event. */
  const missing = (): typeof created => {
    const arrivals = arrivalsAt(webhook).filter(({ evento }) => evento.type === type);
    return [...Map.groupBy(created, ({ label }) => label).values()].flatMap((ofName) => {
      const own = arrivals.filter((arrival) => ofName.some((one) => isOf(one, arrival)));
      return ofName.slice(new Set(own.map(({ evento }) => evento.eventGuid)).size);
    });
  };
  return { type, created: created.length, arrived: () => created.length - missing().length };
}

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
import { asOtherUser } from '../as-other-user.ts';
import { isAboutId, isAboutName } from '../deliveries/about-object.ts';
import { type Arrival, arrivalsAt } from '../deliveries/arrivals.ts';
import { draftOf } from '../operations/creation.ts';
import { unlessAbsent } from '../unless-absent.ts';

/** Objects of one resource that were created at once. */
export interface CreatedTogether {
  /** Of the events of their creation. */
  readonly type: string;
  readonly created: number;
  /** How many of them the company's webhook has got. */
  readonly arrived: () => number;
  /** Whether another user created all that is missing, and more than one of them. */
  readonly isOthersMissing: () => boolean;
}

/** Contacts need nothing else, and so show best what is lost in a crowd. */
const CONTACTS = 8;
const OTHERS = 4;

/**
 * Creates objects of every resource at once, by both users, and one more that equals one of them; one resource after the other. Waits for the
 * events of those that fire.
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
    // A crowd of what nobody can remove would stay.
    if (createsForGood(context, create)) continue;
    const one = await unlessAbsent(context, `several of ${resource.name}`, () => createAll(context, webhook, resource, company, type));
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
  const [api, asOther] = [await context.api(), await asOtherUser(context)];
  const created = await Promise.all(
    drafts.map(async ({ body, label }, index) => {
      const call = api.call(create, { company, body });
      // What another user may do there is not said; what they do happens in the company all the same.
      const byOther = asOther && index % 2 === 1 ? await context.send(asOther(call)) : undefined;
      const answer = byOther && isSuccess(byOther) ? byOther : await context.prepare(call);
      return { label, id: createdId(answer, resource.setting), isByOther: answer === byOther };
    }),
  );
  const [first] = drafts;
  // One that equals another is an object of its own, where the target takes two that are equal.
  const equal = first && (await context.send(api.call(create, { company, body: first.body })));
  const id = equal && isSuccess(equal) ? createdId(equal, resource.setting) : undefined;
  if (first && id !== undefined && created.every((one) => one.id !== id)) created.push({ label: first.label, id, isByOther: false });
  const isOf = ({ label, id }: { label: string; id: string | undefined }, { evento }: Arrival): boolean =>
    isAboutName(resource, label, evento) || (id !== undefined && isAboutId(context, resource, id, evento));
  /** Of each name those of which no event has come. */
  const missing = (): typeof created => {
    const arrivals = arrivalsAt(webhook).filter(({ evento }) => evento.type === type);
    return [...Map.groupBy(created, ({ label }) => label).values()].flatMap((ofName) => {
      const own = arrivals.filter((arrival) => ofName.some((one) => isOf(one, arrival)));
      return ofName.slice(new Set(own.map(({ evento }) => evento.eventGuid)).size);
    });
  };
  return {
    type,
    created: created.length,
    arrived: () => created.length - missing().length,
    isOthersMissing: () => missing().length > 1 && missing().every(({ isByOther }) => isByOther),
  };
}

import { idOf } from '../../api/identity.ts';
import { entriesOf } from '../../api/listing.ts';
import { limited } from '../../api/paging.ts';
import { isServed } from '../../api/requests.ts';
import type { EventObjectSetting } from '../../generated/resources.ts';
import { isSuccess } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { type Json, memberOf } from '../../model/json.ts';
import type { StoredObject } from './stored-object.ts';

/** How many entries of the log are read. What happened just now is among the newest. */
const NEWEST = 50;

/** How often the event log shows each event type of an object; empty if there is no log. */
export async function loggedEvents(context: CheckContext, object: StoredObject): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  if (!isServed(context, 'listEvento')) return counts;
  const answer = await context.send(limited((await context.api()).call('listEvento', { company: object.company }), NEWEST));
  const entries = (isSuccess(answer) && entriesOf(answer)) || [];
  // The event is inside its entry, next to its deliveries.
  for (const event of entries.flatMap((entry) => [entry, ...Object.values(entry)])) {
    const type = typeOf(context, event, object);
    if (type !== undefined) counts.set(type, (counts.get(type) ?? 0) + 1);
  }
  return counts;
}

/** `Update`, for example; undefined if the event is about something else. Each company and each resource may number its objects from 1. */
function typeOf({ target }: CheckContext, event: Json, { resource, company, id }: StoredObject): string | undefined {
  const [about, type] = String(memberOf(event, 'type')).split('.');
  const isAbout = about === target.surface.eventObjects[resource.setting as EventObjectSetting];
  const isOfCompany = String(memberOf(event, 'companyId')) === company.id;
  return isAbout && isOfCompany && idOf(memberOf(event, 'object'), resource.setting) === id ? type : undefined;
}

import { idOf } from '../../api/identity.ts';
import type { Resource } from '../../generated/resources.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { memberOf } from '../../model/json.ts';
import type { Evento } from '../../receiver/attempt.ts';
import { isSameName } from '../values/texts.ts';

/** Whether an event is about an object, or about what was made from it. */
export function isAboutId(context: CheckContext, resource: Resource, id: string, evento: Evento): boolean {
  return toldId(context, resource, evento) === id;
}

/** The id of the object that an event is about, or that its object was made from. May be missing, since the source names few fields. */
export function toldId(context: CheckContext, { name, setting }: Resource, { type, object }: Evento): string | undefined {
  const { eventObjects } = context.target.surface;
  const own = Object.entries(eventObjects).find(([key]) => key === setting)?.[1] ?? name;
  if (String(type).split('.')[0] === own) return idOf(object, setting);
  const id = memberOf(object, `${setting}Id`);
  return id === undefined || id === null ? undefined : String(id);
}

/** Whether an event is about the object with this unique name. */
export function isAboutName({ label }: Resource, name: string, { object }: Evento): boolean {
  return label !== undefined && isSameName(memberOf(object, label), name);
}

import { idOf } from '../../api/identity.ts';
import type { Resource } from '../../generated/resources.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { type Json, memberOf } from '../../model/json.ts';
import type { Evento } from '../../receiver/attempt.ts';
import { isSameName } from '../values/texts.ts';

/** Whether an event is about an object, or about what was made from it. */
export function isAboutId(context: CheckContext, { name, setting }: Resource, id: string, { type, object }: Evento): boolean {
  const { eventObjects } = context.target.surface;
  const own = Object.entries(eventObjects).find(([key]) => key === setting)?.[1] ?? name;
  if (String(type).split('.')[0] === own) return idOf(object, setting) === id;
  return isText(memberOf(object, `${setting}Id`), id);
}

/** Whether an event is about an object with a name that nothing else has. */
export function isAboutName({ label }: Resource, name: string, { object }: Evento): boolean {
  return label !== undefined && isSameName(memberOf(object, label), name);
}

function isText(value: Json | undefined, text: string): boolean {
  return value !== undefined && value !== null && String(value) === text;
}

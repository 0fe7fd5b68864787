import type { OperationId } from '../generated/operations.ts';
import { type EventObjectSetting, effects, eventObjects } from '../generated/resources.ts';
import type { Target } from '../model/target.ts';

/** The hint if a target refuses webhooks for an event type, or sends no such event. It may lack the type, or use another name. */
export function unlessNamedOtherwise(type: string, { surface }: Target): string {
  const [object] = type.split('.');
  const setting = Object.entries(surface.eventObjects).find(([, name]) => name === object)?.[0];
  const otherwise = setting === undefined ? '' : `; if it has another name for them, set surface.eventObjects.${setting} (now ${object})`;
  return `if the target has no such events, the suite cannot judge this${otherwise}`;
}

/** The event types of contacts, as the target names them. */
export function contactTypes({ target }: { readonly target: Target }): {
  readonly create: string;
  readonly update: string;
  readonly delete: string;
} {
  const { anagrafica } = target.surface.eventObjects;
  return { create: `${anagrafica}.Create`, update: `${anagrafica}.Update`, delete: `${anagrafica}.Delete` };
}

/** The event type that an operation fires, as the target names it; undefined if it fires none. */
export function typeFiredBy(operation: OperationId, { surface }: Target): string | undefined {
  const [object, event] = effects[operation]?.fires?.split('.') ?? [];
  const setting = Object.entries(eventObjects).find(([, name]) => name === object)?.[0] as EventObjectSetting | undefined;
  return event === undefined || setting === undefined ? undefined : `${surface.eventObjects[setting]}.${event}`;
}

/** The source writes some objects with a capital and some without, and does not say which case an event uses. */
export function isSameType(type: unknown, asked: string): boolean {
  return String(type).toLowerCase() === asked.toLowerCase();
}

import type { EventoType, EventoByType as Generated } from '../generated/events.ts';

/** Members that a service may say beside those of the contract: kept, and of no type that is known (RCV-16). */
export interface OtherMembers {
  readonly [member: string]: unknown;
}

/** Every event, by the type that it carries on the wire. */
export type EventoByType = { readonly [Type in EventoType]: Generated[Type] & OtherMembers };

/** Any event of the contract, told apart by its `Type`; `Object` is typed by it. */
export type Evento = EventoByType[EventoType];

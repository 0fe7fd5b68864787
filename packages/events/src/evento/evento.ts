import type { EventoType, EventoByType as Generated } from '../generated/events.ts';

/** Members that a service may send in addition to those of the contract. They are kept as `unknown` (RCV-16). */
export interface OtherMembers {
  readonly [member: string]: unknown;
}

/** Every event, by the type that it carries on the wire. */
export type EventoByType = { readonly [Type in EventoType]: Generated[Type] & OtherMembers };

/** Any event of the contract, discriminated by its `Type`, which also gives the type of `Object`. */
export type Evento = EventoByType[EventoType];

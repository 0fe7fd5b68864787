import type { OperationId } from '../../generated/operations.ts';
import type { Webhook } from '../../model/webhook.ts';
import type { Evento } from '../../receiver/attempt.ts';
import { type Arrival, arrivalsAt } from '../deliveries/arrivals.ts';
import type { Newcomers } from './newcomers.ts';

/** One operation that fires an event: called once on one object, and on another like it amid calls that must fire nothing. */
export interface FiredEvent {
  readonly operation: OperationId;
  readonly type: string;
  /** The application id of the one call. */
  readonly applicationId: string;
  /** The events about the object of the one call. */
  readonly once: readonly Arrival[];
  /** Those about the other, how often a call of it was executed, and its application id. */
  readonly amid: { readonly arrivals: readonly Arrival[]; readonly executed: number; readonly applicationId: string };
  /** The events about objects whose creation was refused. */
  readonly refused: readonly Arrival[];
  /** The events of its type about further objects, each of which a call was executed on in another way. */
  readonly otherwise: readonly { readonly how: string; readonly arrivals: readonly Arrival[] }[];
  /** What came of the calls on the other object to webhooks that were there for the type by then alone, or no longer; undefined if none were. */
  readonly newcomers: { readonly [Name in keyof Newcomers]: readonly Arrival[] | undefined } | undefined;
  /** What the log shows of all this; undefined if the target has none. */
  readonly logged: LoggedFiring | undefined;
  /** What was tried in vain. */
  readonly silent: readonly string[];
}

/** The events that the log shows about the objects of a FiredEvent. */
export interface LoggedFiring {
  readonly once: readonly Evento[];
  readonly amid: readonly Evento[];
  readonly refused: readonly Evento[];
}

/** The same, while more events may come. */
export interface OpenFiredEvent extends Omit<FiredEvent, 'once' | 'amid' | 'refused' | 'otherwise' | 'newcomers' | 'logged'> {
  readonly once: () => readonly Arrival[];
  readonly amid: Omit<FiredEvent['amid'], 'arrivals'> & { readonly arrivals: () => readonly Arrival[] };
  readonly refused: () => readonly Arrival[];
  readonly otherwise: readonly FiredOtherwise[];
  readonly newcomers: Newcomers | undefined;
  readonly isAmid: (evento: Evento) => boolean;
  /** Those of the events that are about its objects. */
  readonly among: (events: readonly Evento[]) => LoggedFiring;
}

/** A call that was executed in another way, while more may come of it. */
export interface FiredOtherwise {
  readonly how: string;
  readonly arrivals: () => readonly Arrival[];
}

/** What has come until now. @param log what the log shows; undefined if the target has none */
export function soFar(open: OpenFiredEvent, log: readonly Evento[] | undefined): FiredEvent {
  const { once, amid, refused, otherwise, newcomers, isAmid: _, among, ...event } = open;
  const came = { once: once(), amid: { ...amid, arrivals: amid.arrivals() }, refused: refused() };
  const at = (webhook: Webhook | undefined): readonly Arrival[] | undefined => webhook && arrivalsTo(open, webhook);
  return {
    ...event,
    ...came,
    otherwise: otherwise.map(({ how, arrivals }) => ({ how, arrivals: arrivals() })),
    newcomers: newcomers && { created: at(newcomers.created), changed: at(newcomers.changed), deleted: at(newcomers.deleted) },
    logged: log && among(log),
  };
}

/** What came of the calls on the other object to a webhook for the type. */
export function arrivalsTo({ type, isAmid }: Pick<OpenFiredEvent, 'type' | 'isAmid'>, webhook: Webhook): readonly Arrival[] {
  return arrivalsAt(webhook).filter(({ evento }) => evento.type === type && isAmid(evento));
}

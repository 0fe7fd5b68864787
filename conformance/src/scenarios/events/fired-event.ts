import type { OperationId } from '../../generated/operations.ts';
import type { Webhook } from '../../model/webhook.ts';
import type { Evento } from '../../receiver/attempt.ts';
import { type Arrival, arrivalsAt } from '../deliveries/arrivals.ts';
import type { Newcomers } from './newcomers.ts';

/** One operation that fires an event. It is called once on one object, and on a second object among calls that must fire nothing. */
export interface FiredEvent {
  readonly operation: OperationId;
  readonly type: string;
  /** The application id of the single call. */
  readonly applicationId: string;
  /** The events about the object of the single call. */
  readonly once: readonly Arrival[];
  /** The events about the second object, and how many calls on it were executed. */
  readonly amid: {
    readonly arrivals: readonly Arrival[];
    readonly executed: number;
    /** Whether the call itself was executed. A call before it may have been accepted, and have left it stale. */
    readonly isDone: boolean;
    readonly applicationId: string;
  };
  /** The events about objects on which the operation was refused. */
  readonly refused: readonly Arrival[];
  /** The events of its type about further objects, each of an unusual call that was executed. */
  readonly otherwise: readonly { readonly how: string; readonly arrivals: readonly Arrival[] }[];
  /** Events about the second object at webhooks that came or went between the calls; undefined if there were none. */
  readonly newcomers: { readonly [Name in keyof Newcomers]: readonly Arrival[] | undefined } | undefined;
  /** What the log shows about these objects; undefined if the target has none. */
  readonly logged: LoggedFiring | undefined;
  /** The calls that had no effect. */
  readonly silent: readonly string[];
}

/** The log's events about the objects of a FiredEvent. */
export interface LoggedFiring {
  readonly once: readonly Evento[];
  readonly amid: readonly Evento[];
  readonly refused: readonly Evento[];
}

/** A FiredEvent while more events may come. */
export interface OpenFiredEvent extends Omit<FiredEvent, 'once' | 'amid' | 'refused' | 'otherwise' | 'newcomers' | 'logged'> {
  readonly once: () => readonly Arrival[];
  readonly amid: Omit<FiredEvent['amid'], 'arrivals'> & { readonly arrivals: () => readonly Arrival[] };
  readonly refused: () => readonly Arrival[];
  readonly otherwise: readonly FiredOtherwise[];
  /** Whether events about the second object can be told from others. */
  readonly isRecognised: boolean;
  readonly isAmid: (evento: Evento) => boolean;
  /** Picks the events that are about its objects. */
  readonly among: (events: readonly Evento[]) => LoggedFiring;
}

/** An unusual call that was executed, while more of its events may come. */
export interface FiredOtherwise {
  readonly how: string;
  readonly arrivals: () => readonly Arrival[];
}

/** What has come so far. @param log what the log shows; undefined if the target has none */
export function soFar(open: OpenFiredEvent, log: readonly Evento[] | undefined, newcomers: Newcomers | undefined): FiredEvent {
  const { once, amid, refused, otherwise, isRecognised, isAmid: _, among, ...event } = open;
  const came = { once: once(), amid: { ...amid, arrivals: amid.arrivals() }, refused: refused() };
  const at = (webhook: Webhook | undefined): readonly Arrival[] | undefined => webhook && arrivalsTo(open, webhook);
  const { created, deleted } = newcomers ?? {};
  return {
    ...event,
    ...came,
    otherwise: otherwise.map(({ how, arrivals }) => ({ how, arrivals: arrivals() })),
    newcomers:
      newcomers && isRecognised ? { created: at(created), changed: at(changedTo(event.type, newcomers)), deleted: at(deleted) } : undefined,
    logged: log && among(log),
  };
}

/** The webhook that a PUT gave the type. */
export function changedTo(type: string, { changed }: Newcomers): Webhook | undefined {
  return changed.find(({ events }) => events.includes(type));
}

/** The events about the second object that came to a webhook for the type. */
export function arrivalsTo({ type, isAmid }: Pick<OpenFiredEvent, 'type' | 'isAmid'>, webhook: Webhook): readonly Arrival[] {
  return arrivalsAt(webhook).filter(({ evento }) => evento.type === type && isAmid(evento));
}

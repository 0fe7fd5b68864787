import type { OperationId } from '../../generated/operations.ts';
import type { Evento } from '../../receiver/attempt.ts';
import type { Arrival } from '../deliveries/arrivals.ts';

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
  /** What the log shows of all this; undefined where the target has none. */
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
export interface OpenFiredEvent extends Omit<FiredEvent, 'once' | 'amid' | 'refused' | 'logged'> {
  readonly once: () => readonly Arrival[];
  readonly amid: Omit<FiredEvent['amid'], 'arrivals'> & { readonly arrivals: () => readonly Arrival[] };
  readonly refused: () => readonly Arrival[];
  /** Those of the events that are about its objects. */
  readonly among: (events: readonly Evento[]) => LoggedFiring;
}

/** What has come until now. @param log what the log shows; undefined where the target has none */
export function soFar({ once, amid, refused, among, ...event }: OpenFiredEvent, log: readonly Evento[] | undefined): FiredEvent {
  const came = { once: once(), amid: { ...amid, arrivals: amid.arrivals() }, refused: refused() };
  return { ...event, ...came, logged: log && among(log) };
}

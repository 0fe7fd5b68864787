import { typeFiredBy } from '../../api/event-names.ts';
import type { OperationId } from '../../generated/operations.ts';
import { effects, eventObjects, type Resource, resources } from '../../generated/resources.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Json, JsonObject } from '../../model/json.ts';
import type { Company } from '../../model/target.ts';
import type { Webhook } from '../../model/webhook.ts';
import type { Evento } from '../../receiver/attempt.ts';
import { type Arrival, arrivalsOfKind } from '../deliveries/arrivals.ts';
import type { OperationCase } from '../operations/operation-case.ts';

/** What is known of calls of one operation on one object once they were answered. */
export interface Called {
  readonly operation: OperationId;
  /** The type of the event that the operation fires, as the target names it. */
  readonly type: string;
  readonly company: Company;
  /** Completes the sentence "It fires its event ...". */
  readonly how: string;
  /** How often it was executed. */
  readonly executed: number;
  /** The application id of the calls, if they have one of their own. */
  readonly applicationId?: string | undefined;
  /** The object of the event as the API answered it then; undefined if it did not. */
  readonly answered?: Json | undefined;
  /** The id of the object of the event. The answer to an act that makes another object may not show it. */
  readonly id?: string | undefined;
  /** The member with a name that nothing else in the run has, and that name. */
  readonly label?: { readonly member: string; readonly text: string } | undefined;
  /** The sent members as the API answered them then. The others may not be part of the object. */
  readonly kept?: JsonObject | undefined;
  /** Whether nothing is done with the object later, so that a document is never issued. */
  readonly isUnissued?: boolean | undefined;
}

/** Such calls, and the events that came of them. */
export interface Cause extends Called {
  executed: number;
  /** What the log shows of them; undefined if the target has none, or it was not looked for. */
  logged: readonly Evento[] | undefined;
  /** Whether an event came of them, wherever it came. */
  readonly isOwn: (evento: Evento) => boolean;
  /** The events of any type that came of them. */
  readonly arrivals: () => readonly Arrival[];
  /** The events of the operation's own type. */
  readonly own: () => readonly Arrival[];
  /** How many events of the operation's own type came. A delivery may be repeated. */
  readonly count: () => number;
  /** Ends it: what comes later has other reasons, such as the cleanup. @param log what the log shows; undefined if the target has none */
  readonly close: (log?: readonly Evento[]) => void;
}

/** @param arrivals the events of any type that came of the calls so far */
export function createCause(called: Called, arrivals: () => readonly Arrival[], isOwn: (evento: Evento) => boolean): Cause {
  let found = arrivals;
  const own = (): readonly Arrival[] => found().filter(({ evento }) => evento.type === called.type);
  const cause: Cause = {
    ...called,
    logged: undefined,
    isOwn,
    arrivals: () => found(),
    own,
    count: () => guidsOf(own()).size,
    close: (log) => {
      const came = found();
      found = () => came;
      cause.logged = log?.filter(isOwn);
    },
  };
  return cause;
}

/** A cause whose events come to a webhook for every event of its company. @param isOwn whether an event belongs to it */
export function causeAt(
  { target }: Pick<CheckContext, 'target'>,
  observer: Webhook,
  { operation, company }: Pick<OperationCase, 'operation' | 'company'>,
  called: Omit<Called, 'operation' | 'company' | 'type'>,
  isOwn: (evento: Evento) => boolean,
): Cause {
  const type = typeFiredBy(operation, target) ?? '';
  return createCause(
    { ...called, operation, company, type },
    arrivalsOfKind(observer, ({ evento }) => isOwn(evento)),
    isOwn,
  );
}

/** The resource whose object an operation's path names, or that it creates. */
export function resourceOf({ effect: { of, resource } }: Pick<OperationCase, 'effect'>): Resource {
  return resources[of ?? resource];
}

export function guidsOf(arrivals: readonly Arrival[]): ReadonlySet<string> {
  return new Set(arrivals.map(({ evento }) => String(evento.eventGuid ?? '')));
}

/** The object that an operation's event type names. */
export function objectFiredBy(operation: OperationId): string {
  return effects[operation]?.fires?.split('.')[0] ?? '';
}

/** The setting for the object that an operation's event type names. */
export function settingFiredBy(operation: OperationId): string {
  const object = objectFiredBy(operation);
  return Object.entries(eventObjects).find(([, name]) => name === object)?.[0] ?? object;
}

/** Judges that each execution fired an event. @param causes only of types that the target fires, which is its choice */
export function judgeEachFired(context: CheckContext, causes: readonly Cause[]): void {
  for (const cause of causes) {
    const { operation, type, how, executed } = cause;
    context.judge(cause.count() >= executed, {
      message: `${operation} must fire ${type} each time, ${how}.`,
      expected: executed === 1 ? type : `${executed} events`,
      actual: cause.count() === 0 ? 'nothing' : `${cause.count()} events`,
    });
  }
}

/** Judges that no execution fired two events. */
export function judgeFiredOnce(context: CheckContext, causes: readonly Cause[]): void {
  for (const cause of causes) {
    const guids = guidsOf(cause.own().filter(({ evento }) => cause.isOwn(evento)));
    context.judge(guids.size <= cause.executed, {
      message: `${cause.operation} must fire ${cause.type} once for each execution, ${cause.how}.`,
      expected: cause.executed === 1 ? 'one EventGuid' : `at most ${cause.executed} EventGuids`,
      actual: [...guids].join(', '),
    });
  }
}

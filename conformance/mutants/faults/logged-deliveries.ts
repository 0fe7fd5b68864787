import type { OperationId } from '../../src/generated/operations.ts';
import type { Fault, FaultContext, NewFault } from '../mutant.ts';
import { bodyOf, entriesOf, isSuccess, withBody } from '../peer/message.ts';
import { answering, changed } from './exchanges.ts';
import { isLaterPage } from './pages.ts';

/** An attempt in the log. */
export interface ShownAttempt {
  readonly startedAt?: unknown;
  readonly status?: unknown;
  readonly error?: unknown;
}

/** A delivery in the log. */
export interface Shown {
  readonly webhookId?: unknown;
  readonly state?: unknown;
  readonly attempts?: readonly ShownAttempt[];
}

export function deliveriesOf({ deliveries }: Record<string, unknown>): readonly Shown[] {
  return deliveries as readonly Shown[];
}

/** Changes each delivery in the log. */
export function deliveriesShown(reads: readonly OperationId[], change: (delivery: Shown) => Shown): NewFault {
  return answering((answer, { operation }) => {
    const isRead = operation !== undefined && reads.includes(operation);
    return isRead ? changed(answer, (entry) => ({ ...entry, deliveries: deliveriesOf(entry).map(change) })) : answer;
  });
}

/** Changes the attempts of each delivery when a single event is read. */
export function attemptsShown(change: (attempts: readonly ShownAttempt[]) => readonly ShownAttempt[]): NewFault {
  return deliveriesShown(['getEvento'], (delivery) => ({ ...delivery, attempts: change(delivery.attempts ?? []) }));
}

/** Shows deliveries that another user saw before, on every page of the log except the first. */
export function amongDeliveriesOfOthers({ userOf }: FaultContext): Fault {
  const shown = new Map<unknown, { readonly user: string | undefined; readonly deliveries: unknown }>();
  return async (request, forward) => {
    const answer = await forward(request);
    if (request.operation !== 'listEvento' || !isSuccess(answer)) return answer;
    const user = userOf(request);
    const entries = entriesOf(answer);
    const guidOf = ({ evento }: Record<string, unknown>): unknown => (evento as Record<string, unknown>).EventGuid;
    for (const entry of entries) if (!shown.has(guidOf(entry))) shown.set(guidOf(entry), { user, deliveries: entry.deliveries });
    const isOthers = (entry: Record<string, unknown>): boolean => shown.get(guidOf(entry))?.user !== user;
    if (!isLaterPage(request)) return answer;
    return withBody(
      answer,
      entries.map((entry) => (isOthers(entry) ? { ...entry, deliveries: shown.get(guidOf(entry))?.deliveries } : entry)),
    );
  };
}

/** Shows some deliveries of a user to other users who read the same event. */
export function shownToOthers({ userOf }: FaultContext, isMeant: (delivery: Shown) => boolean): Fault {
  const meant = new Map<string, { readonly user: string | undefined; readonly deliveries: readonly Shown[] }>();
  return async (request, forward) => {
    const answer = await forward(request);
    if (request.operation !== 'getEvento' || !isSuccess(answer)) return answer;
    const [user, known, own] = [userOf(request), meant.get(request.path), deliveriesOf(bodyOf(answer))];
    const deliveries = own.filter(isMeant);
    if (deliveries.length > 0 || known?.user === user) meant.set(request.path, { user, deliveries });
    if (known === undefined || known.user === user) return answer;
    return withBody(answer, { ...bodyOf(answer), deliveries: [...own, ...known.deliveries] });
  };
}

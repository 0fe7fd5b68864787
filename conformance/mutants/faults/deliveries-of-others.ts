import type { Fault } from '../mutant.ts';
import { bodyOf, entriesOf, isSuccess, withBody } from '../peer/message.ts';
import { Users } from '../peer/users.ts';
import { deliveriesOf, type Shown } from './logged-deliveries.ts';
import { isLaterPage } from './pages.ts';

/** Shows deliveries that another user saw before, on every page of the log except the first. */
export function amongDeliveriesOfOthers(): Fault {
  const users = new Users();
  const shown = new Map<unknown, { readonly user: string | undefined; readonly deliveries: unknown }>();
  return async (request, forward) => {
    const answer = await forward(request);
    users.learn(request, answer);
    if (request.operation !== 'listEvento' || !isSuccess(answer)) return answer;
    const user = users.of(request);
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
export function shownToOthers(isMeant: (delivery: Shown) => boolean): Fault {
  const users = new Users();
  const meant = new Map<string, { readonly user: string | undefined; readonly deliveries: readonly Shown[] }>();
  return async (request, forward) => {
    const answer = await forward(request);
    users.learn(request, answer);
    if (request.operation !== 'getEvento' || !isSuccess(answer)) return answer;
    const [user, known, own] = [users.of(request), meant.get(request.path), deliveriesOf(bodyOf(answer))];
    const deliveries = own.filter(isMeant);
    if (deliveries.length > 0 || known?.user === user) meant.set(request.path, { user, deliveries });
    if (known === undefined || known.user === user) return answer;
    return withBody(answer, { ...bodyOf(answer), deliveries: [...own, ...known.deliveries] });
  };
}

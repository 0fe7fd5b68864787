import { isServed } from '../../api/requests.ts';
import { isSuccess, json } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { type JsonObject, memberOf } from '../../model/json.ts';
import type { Company } from '../../model/target.ts';
import type { Webhook } from '../../model/webhook.ts';
import { type Evento, eventoIn } from '../../receiver/attempt.ts';
import type { WatchedLog } from '../log/watched-log.ts';
import { arrivalsTo, type OpenFiredEvent } from './fired-event.ts';

/** The events of the log before and after calls were sent again under their keys. */
export interface ReplayedEvents {
  /** The EventGuids, newest first. */
  readonly orders: readonly [before: readonly string[], after: readonly string[]];
  /** The events of these calls, as the list showed them before, and a GET after; undefined if it failed. */
  readonly events: readonly ReplayedEvent[];
}

interface ReplayedEvent {
  readonly type: string;
  readonly before: JsonObject;
  readonly after: JsonObject | undefined;
}

/**
 * Waits until the events of the calls have come, and reads the log. Call the returned function after the calls were sent again.
 * Undefined if the target has no log, or it cannot be read so far back.
 */
export async function replayedEvents(
  context: CheckContext,
  company: Company,
  { log, observer, fired }: { readonly log: WatchedLog | undefined; readonly observer: Webhook; readonly fired: readonly OpenFiredEvent[] },
): Promise<(() => Promise<ReplayedEvents | undefined>) | undefined> {
  const hasCome = (): boolean => fired.every((one) => arrivalsTo(one, observer).length > 0);
  await context.rest(() => observer.endpoint.arrives(hasCome, context.target.timing.deliveryWithinMs));
  const before = await log?.events();
  if (log === undefined || before === undefined || !isServed(context, 'getEvento')) return undefined;
  const own = before.filter((evento) => fired.some(({ type, isAmid }) => evento.type === type && isAmid(evento)));
  return async () => {
    const after = await log.events();
    const events: ReplayedEvent[] = [];
    for (const one of own) {
      const answer = await context.send((await context.api()).call('getEvento', { company, id: String(one.eventGuid) }));
      const read = isSuccess(answer) ? shown(eventoIn(memberOf(json(answer), 'evento') ?? null)) : undefined;
      events.push({ type: String(one.type), before: shown(one), after: read });
    }
    return after && { orders: [guidsOf(before), guidsOf(after)], events };
  };
}

function guidsOf(events: readonly Evento[]): readonly string[] {
  return events.map(({ eventGuid }) => String(eventGuid));
}

function shown({ type = null, object = null, eventGuid = null, companyId = null, applicationId = null }: Evento): JsonObject {
  return { Type: type, Object: object, EventGuid: eventGuid, CompanyId: companyId, ApplicationId: applicationId };
}

import { isServed } from '../../api/requests.ts';
import { isSuccess, json } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { type JsonObject, memberOf } from '../../model/json.ts';
import type { Webhook } from '../../model/webhook.ts';
import { type Evento, eventoIn } from '../../receiver/attempt.ts';
import type { WatchedLog } from '../log/watched-log.ts';
import type { Cause } from './cause.ts';

/** The events of the log before and after calls were sent again under their keys. */
export interface ReplayedEvents {
  /** The EventGuids, newest first. */
  readonly orders: readonly [before: readonly string[], after: readonly string[]];
  /** The events of these calls, as the list showed them before, and a GET after; undefined if it failed. */
  readonly events: readonly { readonly type: string; readonly before: JsonObject; readonly after: JsonObject | undefined }[];
}

/**
 * Waits until the events of the calls have come, and reads the log. Call the returned function after the calls were sent again.
 * Undefined if the target has no log, or it cannot be read so far back.
 */
export async function replayedEvents(
  context: CheckContext,
  log: WatchedLog | undefined,
  observer: Webhook,
  causes: readonly Cause[],
): Promise<(() => Promise<ReplayedEvents | undefined>) | undefined> {
  const hasCome = (): boolean => causes.every((cause) => cause.count() > 0);
  await context.rest(() => observer.endpoint.arrives(hasCome, context.target.timing.deliveryWithinMs));
  const before = await log?.events();
  if (before === undefined || !isServed(context, 'getEvento')) return undefined;
  const own = before.filter((evento) => causes.some(({ type, isOwn }) => evento.type === type && isOwn(evento)));
  return async () => {
    const after = await log?.events();
    const events: ReplayedEvents['events'][number][] = [];
    for (const one of own) {
      const call = (await context.api()).call('getEvento', { company: observer.company, id: String(one.eventGuid) });
      const answer = await context.send(call);
      const read = isSuccess(answer) ? membersOf(eventoIn(memberOf(json(answer), 'evento') ?? null)) : undefined;
      events.push({ type: String(one.type), before: membersOf(one), after: read });
    }
    const guidsOf = (all: readonly Evento[]): readonly string[] => all.map(({ eventGuid }) => String(eventGuid));
    return after && { orders: [guidsOf(before), guidsOf(after)], events };
  };
}

/** The members of an Evento, whatever their casing was. */
export function membersOf(evento: Partial<Evento> = {}): JsonObject {
  const { type = null, object = null, eventGuid = null, companyId = null, applicationId = null } = evento;
  return { Type: type, Object: object, EventGuid: eventGuid, CompanyId: companyId, ApplicationId: applicationId };
}

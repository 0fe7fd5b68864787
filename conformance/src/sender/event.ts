import fc from 'fast-check';
import { events, type JsonObject, type JsonValue } from '../generated/arbitraries.ts';

/** An event without its identifier. Each delivery gets a new one, because a receiver may remember those of earlier runs. */
export interface SampleEvent {
  readonly type: string;
  readonly object: JsonValue;
  readonly companyId: number;
  readonly applicationId: JsonValue;
}

export const eventTypes: readonly string[] = Object.keys(events);

/** Ids stay below this, because a receiver may choose how to store its companies' ids, as long as real ones fit. */
const COMPANIES = 1_000_000;

/** Events of one type, with real objects. The source does not say that ApplicationId can be absent. */
export function eventsOf(type: string): fc.Arbitrary<SampleEvent> {
  const drawn = events[type] ?? fc.constant<JsonObject>({});
  return drawn.map((evento) => ({
    type,
    object: evento.Object ?? {},
    companyId: (Number(evento.CompanyId) % COMPANIES) + 1,
    applicationId: evento.ApplicationId ?? 'business-cloud-conformance',
  }));
}

/** Events of every type. */
export const anyEvent: fc.Arbitrary<SampleEvent> = fc.oneof(...eventTypes.map(eventsOf));

/** One fixed event of each type. */
export const exampleEvents: readonly SampleEvent[] = eventTypes.flatMap((type) => fc.sample(eventsOf(type), { seed: 1, numRuns: 1 }));

/** Pairs cases with event types, so that every case and every type is tried. */
export function spread<T>(cases: readonly T[]): readonly { readonly event: SampleEvent; readonly how: T }[] {
  const length = cases.length === 0 ? 0 : Math.max(cases.length, exampleEvents.length);
  return Array.from({ length }, (_, index) => {
    const [event, how] = [exampleEvents[index % exampleEvents.length], cases[index % cases.length]];
    return event === undefined || how === undefined ? [] : [{ event, how }];
  }).flat();
}

/** The Evento with this identifier. Its fields have the source's order. */
export function eventoOf({ type, object, companyId, applicationId }: SampleEvent, guid: string): JsonObject {
  return { Type: type, Object: object, EventGuid: guid, CompanyId: companyId, ApplicationId: applicationId };
}

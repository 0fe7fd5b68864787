import { randomUUID } from 'node:crypto';
import type { EventoType } from '@business-cloud/events';

/** An event as it is delivered. */
export interface NewEvento {
  /** `{Object}.{EventType}` (EVT-02). */
  readonly Type: EventoType;
  /** The whole object, as the API answers it (EVT-03). */
  readonly Object: object;
  /** Names the event, for every webhook and every attempt alike. */
  readonly EventGuid: string;
  /** The company in which it occurred. */
  readonly CompanyId: number;
  /** The application id of the request that caused the event (HDR-07). */
  readonly ApplicationId: string | null;
}

/** Where an event happened, and by whose request. */
export interface EventoSource {
  /** The company in which the events occur. */
  readonly companyId: number;
  /** The application id of the request that causes them; undefined if it sent none. */
  readonly applicationId: string | undefined;
}

/**
 * An event about an object, to be put into the outbox by the unit of work that changes the object.
 *
 * @example
 * transaction.outbox.push(newEvento('articolo.Create', articolo, { companyId: params.companyId, applicationId }));
 */
export function newEvento(type: EventoType, object: object, { companyId, applicationId }: EventoSource): NewEvento {
  return { Type: type, Object: object, EventGuid: randomUUID(), CompanyId: companyId, ApplicationId: applicationId ?? null };
}

import type { EventoType } from '@business-cloud/events';
import type { Access } from '@business-cloud/server';
import { type AccountId, accountId, type CompanyId, companyId } from '../model/ids.ts';
import type { Azienda } from '../model/objects.ts';
import type { Origin } from '../model/origin.ts';
import type { Page, Paged } from '../model/page.ts';
import { ServiceError } from '../model/service-error.ts';
import type { Sealer } from '../security/sealing.ts';
import { accessStore } from '../store/access-store.ts';
import { type CompanyStore, companyStore } from '../store/company-store.ts';
import { type EventLog, eventLog } from '../store/event-log.ts';
import { recordEvent } from '../store/event-recorder.ts';
import type { Connection } from '../store/sql/connection.ts';
import { type WebhookStore, webhookStore } from '../store/webhook-store.ts';
import type { ListTurns } from './list-turns.ts';

/** What a use case reads and writes in: one unit of work, for one user, bound to the company of the request. */
export interface Session {
  readonly user: AccountId;
  readonly webhooks: WebhookStore;
  readonly events: Omit<EventLog, 'redeliver'>;
  /** The turns in which lists are read. */
  readonly lists: ListTurns;
  /** The time of the service's clock, in milliseconds. */
  now(): number;
  /** The companies that the user may use, by ascending id (COMP-01). */
  aziende(page: Page<CompanyId>): Promise<Paged<Azienda>>;
  /** The company of the request. */
  azienda(): Promise<Azienda>;
  /** Whether the user may use the company. */
  mayUse(id: CompanyId): Promise<boolean>;
  /**
   * The objects of the company that the request was admitted to: there is no way to another's (COMP-03).
   *
   * @throws {ServiceError} `wrong-company` when it was admitted to none
   */
  company(): CompanyStore;
  /** Records an event of the request's company, with its deliveries (EVT-01, HDR-07); of a desktop change only what that records (DLV-07). */
  record(type: EventoType, object: object): Promise<void>;
  /** Delivers an event again; does nothing when there is none. */
  redeliver(guid: string): Promise<void>;
  /** How many deliveries this unit of work has recorded. */
  readonly deliveries: number;
}

/** What every session of a process has. */
export interface SessionInput {
  readonly sealer: Sealer;
  readonly lists: ListTurns;
  readonly now: () => number;
  /** Where the changes come from; `cloud` by default (D-14). */
  readonly origin?: Origin;
}

// DLV-07: the desktop application reports nothing else.
const DESKTOP_EVENTS: ReadonlySet<EventoType> = new Set(['Documento.Create', 'Documento.Update', 'Documento.Delete', 'Documento.Emit']);

export function createSession(connection: Connection, access: Access, { sealer, lists, now, origin = 'cloud' }: SessionInput): Session {
  const user = accountId(access.user.id);
  let deliveries = 0;

  function admittedTo(): CompanyId {
    if (access.companyId !== undefined) return companyId(access.companyId);
    throw new ServiceError('wrong-company', 'This request was not admitted to a company.');
  }

  return {
    user,
    lists,
    get webhooks() {
      return webhookStore(connection, user, sealer);
    },
    get events() {
      return eventLog(connection, user, now);
    },
    get deliveries() {
      return deliveries;
    },
    now,
    aziende: (page) => accessStore(connection).aziende(user, page),
    async azienda() {
      const azienda = await accessStore(connection).azienda(admittedTo());
      if (azienda !== undefined) return azienda;
      throw new ServiceError('wrong-company', 'The company of this request no longer exists.');
    },
    mayUse: (id) => accessStore(connection).mayUse(user, id),
    company: () => companyStore(connection, admittedTo()),
    async record(type, object) {
      if (origin === 'desktop' && !DESKTOP_EVENTS.has(type)) return;
      const { applicationId } = access;
      const event = { companyId: admittedTo(), type, object, applicationId, occurredAt: now(), origin };
      deliveries += await recordEvent(connection, event);
    },
    async redeliver(guid) {
      deliveries += await eventLog(connection, user, now).redeliver(guid);
    },
  };
}

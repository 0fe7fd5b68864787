import type { Access, CustomerComponents } from '@business-cloud/server';
import type { Kysely } from 'kysely';
import type { Sealer } from '../security/sealing.ts';
import { ServiceError } from '../service-error.ts';
import { type CompanyStore, companyStore } from './company-store.ts';
import { type EventLog, eventLog } from './event-log.ts';
import { recordEvent } from './event-recorder.ts';
import { type Page, type Paged, paged } from './page.ts';
import type { Origin, Schema } from './schema.ts';
import { type WebhookStore, webhookStore } from './webhook-store.ts';

/** What a handler reads and writes in: one unit of work, for one user, bound to the company of the request. */
export interface Session {
  readonly webhooks: WebhookStore;
  readonly events: Omit<EventLog, 'redeliver'>;
  /** The time of the service's clock, in milliseconds. */
  now(): number;
  /** The companies that the user may use, by ascending id (COMP-01). */
  companies(page: Page): Promise<Paged<Azienda>>;
  /** The company of the request. */
  azienda(companyId: number): Promise<Azienda>;
  /** Whether the user may use the company. */
  mayUse(companyId: number): Promise<boolean>;
  /** @throws {ServiceError} `wrong-company` when it is not the company that the request was admitted to (COMP-03) */
  company(companyId: number): CompanyStore;
  /** Records an event of the request's company, with its deliveries (EVT-01, HDR-07); of a desktop change only what that records (DLV-07). */
  record(type: string, object: object): Promise<void>;
  /** Delivers an event again; does nothing when there is none. */
  redeliver(guid: string): Promise<void>;
  /** How many deliveries this unit of work has recorded. */
  readonly deliveries: number;
}

/** A company as the API answers it. */
export type Azienda = CustomerComponents['schemas']['Azienda'];

/** What every session of a process has. */
export interface SessionInput {
  readonly sealer: Sealer;
  readonly now: () => number;
  /** Where the changes come from; `cloud` by default (D-14). */
  readonly origin?: Origin;
}

// DLV-07: the desktop application tells of nothing else.
const DESKTOP_EVENTS: ReadonlySet<string> = new Set(['Documento.Create', 'Documento.Update', 'Documento.Delete', 'Documento.Emit']);

export function createSession(db: Kysely<Schema>, access: Access, { sealer, now, origin = 'cloud' }: SessionInput): Session {
  let deliveries = 0;
  const events = eventLog(db, access.user.id, now);
  const companyId = (): number => {
    if (access.companyId !== undefined) return access.companyId;
    throw new ServiceError('wrong-company', 'This request was admitted to no company.');
  };
  return {
    now,
    events,
    async redeliver(guid) {
      deliveries += await events.redeliver(guid);
    },
    webhooks: webhookStore(db, access.user.id, sealer),
    companies: (page) => companiesOf(db, access.user.id, page),
    async azienda(id) {
      const row = await db.selectFrom('company').select('document').where('id', '=', id).executeTakeFirstOrThrow();
      return { id, ...(JSON.parse(row.document) as Omit<Azienda, 'id'>) };
    },
    mayUse: (id) => mayUse(db, access.user.id, id),
    company(id) {
      if (id === companyId()) return companyStore(db, id);
      throw new ServiceError('wrong-company', `This request was admitted to company ${companyId()}, not to ${id}.`);
    },
    async record(type, object) {
      if (origin === 'desktop' && !DESKTOP_EVENTS.has(type)) return;
      const { applicationId } = access;
      deliveries += await recordEvent(db, { companyId: companyId(), type, object, applicationId, occurredAt: now(), origin });
    },
    get deliveries() {
      return deliveries;
    },
  };
}

async function companiesOf(db: Kysely<Schema>, accountId: string, { after, limit }: Page): Promise<Paged<Azienda>> {
  const rows = await db
    .selectFrom('company')
    .innerJoin('account_company', 'account_company.company_id', 'company.id')
    .select(['company.id', 'company.document'])
    .where('account_company.account_id', '=', accountId)
    .where('company.id', '>', after)
    .orderBy('company.id')
    .limit(limit + 1)
    .execute();
  return paged(
    rows.map(({ id, document }) => ({ id, ...(JSON.parse(document) as Omit<Azienda, 'id'>) })),
    limit,
  );
}

async function mayUse(db: Kysely<Schema>, accountId: string, companyId: number): Promise<boolean> {
  const grants = db.selectFrom('account_company').select('company_id').where('account_id', '=', accountId);
  return (await grants.where('company_id', '=', companyId).executeTakeFirst()) !== undefined;
}

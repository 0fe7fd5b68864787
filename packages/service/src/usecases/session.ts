import type { Access, CustomerComponents } from '@business-cloud/server';
import type { Kysely } from 'kysely';
import { type Page, type Paged, paged } from '../model/page.ts';
import { ServiceError } from '../model/service-error.ts';
import type { Sealer } from '../security/sealing.ts';
import { type CompanyStore, companyStore } from '../store/company-store.ts';
import { type EventLog, eventLog } from '../store/event-log.ts';
import { recordEvent } from '../store/event-recorder.ts';
import { preparedQuery } from '../store/sql/prepared-query.ts';
import type { Origin, Schema } from '../store/sql/schema.ts';
import { type WebhookStore, webhookStore } from '../store/webhook-store.ts';

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

export function createSession(db: Kysely<Schema>, access: Access, input: SessionInput): Session {
  return new StoreSession(db, access, input);
}

// A class, because there is one for each request: what a request does not use is not made for it.
class StoreSession implements Session {
  readonly #db: Kysely<Schema>;
  readonly #access: Access;
  readonly #input: SessionInput;
  deliveries = 0;

  constructor(db: Kysely<Schema>, access: Access, input: SessionInput) {
    this.#db = db;
    this.#access = access;
    this.#input = input;
  }

  get webhooks(): WebhookStore {
    return webhookStore(this.#db, this.#access.user.id, this.#input.sealer);
  }

  get events(): EventLog {
    return eventLog(this.#db, this.#access.user.id, this.#input.now);
  }

  now(): number {
    return this.#input.now();
  }

  companies(page: Page): Promise<Paged<Azienda>> {
    return companiesOf(this.#db, this.#access.user.id, page);
  }

  async azienda(id: number): Promise<Azienda> {
    const row = await this.#db.selectFrom('company').select('document').where('id', '=', id).executeTakeFirstOrThrow();
    return { id, ...(JSON.parse(row.document) as Omit<Azienda, 'id'>) };
  }

  mayUse(companyId: number): Promise<boolean> {
    return mayUse(this.#db, this.#access.user.id, companyId);
  }

  company(id: number): CompanyStore {
    if (id === this.#companyId()) return companyStore(this.#db, id);
    throw new ServiceError('wrong-company', `This request was admitted to company ${this.#companyId()}, not to ${id}.`);
  }

  async record(type: string, object: object): Promise<void> {
    const { now, origin = 'cloud' } = this.#input;
    if (origin === 'desktop' && !DESKTOP_EVENTS.has(type)) return;
    const { applicationId } = this.#access;
    const event = { companyId: this.#companyId(), type, object, applicationId, occurredAt: now(), origin };
    this.deliveries += await recordEvent(this.#db, event);
  }

  async redeliver(guid: string): Promise<void> {
    this.deliveries += await this.events.redeliver(guid);
  }

  #companyId(): number {
    if (this.#access.companyId !== undefined) return this.#access.companyId;
    throw new ServiceError('wrong-company', 'This request was admitted to no company.');
  }
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

const grantQuery = preparedQuery((db) =>
  db.selectFrom('account_company').select('company_id').where('account_id', '=', '').where('company_id', '=', 0),
);

async function mayUse(db: Kysely<Schema>, accountId: string, companyId: number): Promise<boolean> {
  return (await grantQuery(db, [accountId, companyId])).rows.length > 0;
}

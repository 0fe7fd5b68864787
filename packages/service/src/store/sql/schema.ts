import type { Generated } from 'kysely';
import type { AccountId, CompanyId, DeliveryId, EventSequence, ObjectId, WebhookId } from '../../model/ids.ts';
import type { ObjectKind } from '../../model/objects.ts';
import type { Origin } from '../../model/origin.ts';

/** The tables. Times are milliseconds since the Unix epoch; truth values are 0 and 1; documents are JSON as text. */
export interface Schema {
  company: CompanyTable;
  account: AccountTable;
  account_company: AccountCompanyTable;
  api_key: ApiKeyTable;
  token: TokenTable;
  login_failure: LoginFailureTable;
  object: ObjectTable;
  object_reference: ObjectReferenceTable;
  issued_numero: IssuedNumeroTable;
  issued_parties: IssuedPartiesTable;
  invoice: InvoiceTable;
  webhook: WebhookTable;
  webhook_event: WebhookEventTable;
  event: EventTable;
  delivery: DeliveryTable;
  attempt: AttemptTable;
  idempotency: IdempotencyTable;
}

export interface CompanyTable {
  id: CompanyId;
  license_hash: string;
  /** The Azienda without its id. */
  document: string;
}

/** A user: `user` itself is a reserved word of SQL. */
export interface AccountTable {
  id: AccountId;
  name: string;
  password_hash: string;
}

/** Which companies a user may use (AUTH-09). */
export interface AccountCompanyTable {
  account_id: AccountId;
  company_id: CompanyId;
}

export interface ApiKeyTable {
  hash: string;
  label: string;
}

export interface TokenTable {
  hash: string;
  account_id: AccountId;
  expires_at: number;
}

/** Consecutive failed logins of one user name, known or not, with one API key, or from one place where it was right (AUTH-10). */
export interface LoginFailureTable {
  /** Of the user name and the API key, and of the network where that was right. */
  name_hash: string;
  failures: number;
  blocked_until: number;
  forgotten_at: number;
}

/** articolo, Anagrafica, Documento: one company's resources. Ids are never given twice, in no company. */
export interface ObjectTable {
  id: Generated<ObjectId>;
  company_id: CompanyId;
  kind: ObjectKind;
  concurrency_token: number;
  document: string;
}

/** Which objects a Documento names: they cannot be deleted (D-17). Ids are unique over all companies. */
export interface ObjectReferenceTable {
  from_id: ObjectId;
  to_id: ObjectId;
}

/** The numbers of issued documents: no two of one company and year are the same (D-17). */
export interface IssuedNumeroTable {
  company_id: CompanyId;
  year: number;
  numero: string;
}

/** Seller and buyer of a document, as they were when it was issued (D-15). */
export interface IssuedPartiesTable {
  documento_id: ObjectId;
  company_id: CompanyId;
  azienda: string;
  anagrafica: string;
}

/** Electronic invoices as they were exported. */
export interface InvoiceTable {
  id: Generated<number>;
  company_id: CompanyId;
  documento_id: ObjectId;
  progressive: string;
  /** The FatturaElettronicaXml without its id and XML. */
  document: string;
  xml: string;
}

export interface WebhookTable {
  id: Generated<WebhookId>;
  account_id: AccountId;
  /** Null: all companies of the account. */
  azienda_id: CompanyId | null;
  url: string;
  enabled: number;
  secret_sealed: string;
  description: string | null;
  /** The event types as they were sent: JSON. `webhook_event` holds them for matching. */
  events: string;
  /** What else the contract lets a client set: a JSON object. */
  members: string;
  concurrency_token: number;
}

export interface WebhookEventTable {
  webhook_id: WebhookId;
  type: string;
}

/** The outbox: what happened, in the order in which it was recorded. */
export interface EventTable {
  sequence: Generated<EventSequence>;
  guid: string;
  company_id: CompanyId;
  type: string;
  origin: Origin;
  occurred_at: number;
  /** The Evento, byte for byte as it is delivered. */
  body: string;
}

/** What waits for the time of its next attempt is apart from what is pending: a claim reads nothing of it. */
export type DeliveryState = 'pending' | 'waiting' | 'delivered' | 'failed';

/** The states of deliveries that are attempted again. */
export const UNSETTLED: readonly DeliveryState[] = ['pending', 'waiting'];

export interface DeliveryTable {
  id: Generated<DeliveryId>;
  event_sequence: EventSequence;
  webhook_id: WebhookId;
  /** Whose webhook it is, or was. */
  account_id: AccountId;
  state: DeliveryState;
  /** Attempts of this round: a redelivery starts again at 0. */
  attempt_count: number;
  due_at: number;
  claim_id: string | null;
  lease_until: number;
}

export interface AttemptTable {
  id: Generated<number>;
  delivery_id: DeliveryId;
  started_at: number;
  duration_ms: number;
  status: number | null;
  error: string | null;
}

export interface IdempotencyTable {
  account_id: AccountId;
  key: string;
  fingerprint: string;
  answer_sealed: string;
  expires_at: number;
}

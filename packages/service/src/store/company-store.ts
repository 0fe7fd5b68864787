import { type Awaitable, type CustomerComponents, follow } from '@business-cloud/server';
import type { Kysely } from 'kysely';
import { type Page, type Paged, paged } from '../model/page.ts';
import { type InvoiceStore, invoiceStore } from './invoice-store.ts';
import { isPostgres } from './sql/dialect.ts';
import { opaque } from './sql/opaque.ts';
import { preparedInsertion, preparedQuery } from './sql/prepared-query.ts';
import type { Schema } from './sql/schema.ts';

type Schemas = CustomerComponents['schemas'];

/** The resources of a company that are kept as objects, by their names in the contract, and what is kept of each. */
export interface Documents {
  readonly Anagrafica: Schemas['AnagraficaInput'];
  readonly articolo: Schemas['ArticoloInput'];
  readonly Documento: Omit<Schemas['Documento'], 'id' | 'concurrencyToken'>;
}

export type ObjectKind = keyof Documents;

/** An object as it is kept: its document is what the contract says of it, without `id` and `concurrencyToken`. */
export interface StoredObject<Kind extends ObjectKind> {
  readonly id: number;
  readonly concurrencyToken: number;
  readonly document: Documents[Kind];
}

/** What came of a change that names the token it was read with. */
export type Change<Entry> = { readonly kind: 'done'; readonly entry: Entry } | { readonly kind: 'missing' } | { readonly kind: 'stale' };

/** The objects of one company. There is no other way to them, so that companies cannot mix (COMP-03). */
export interface CompanyStore {
  readonly companyId: number;
  readonly invoices: InvoiceStore;
  /**
   * Makes every other unit that calls this wait until this one ends: to be called before what is read decides what is written, where
   * a token or a constraint does not guard it already.
   */
  serialize(): Promise<void>;
  list<Kind extends ObjectKind>(kind: Kind, page: Page): Promise<Paged<StoredObject<Kind>>>;
  get<Kind extends ObjectKind>(kind: Kind, id: number): Awaitable<StoredObject<Kind> | undefined>;
  insert<Kind extends ObjectKind>(kind: Kind, document: Documents[Kind]): Promise<StoredObject<Kind>>;
  /** Replaces the document if the token is the current one (CONC-01, CONC-02). */
  replace<Kind extends ObjectKind>(
    kind: Kind,
    id: number,
    concurrencyToken: number,
    document: Documents[Kind],
  ): Promise<Change<StoredObject<Kind>>>;
  /** Writes down which objects this one names, in place of those that it named before. */
  refer(id: number, toIds: readonly number[]): Promise<void>;
  /** Whether another object names this one. */
  isNamed(id: number): Promise<boolean>;
  /** Takes a number for an issued document; false when another of that year has it (D-17). */
  takeNumero(year: number, numero: string): Promise<boolean>;
  /** The lowest number that no document of the year has. */
  nextNumero(year: number): Promise<string>;
  /** Undefined when there is none. */
  remove<Kind extends ObjectKind>(kind: Kind, id: number): Promise<StoredObject<Kind> | undefined>;
}

interface Row {
  readonly id: number;
  readonly concurrency_token: number;
  readonly document: string;
}

const COLUMNS = ['id', 'concurrency_token', 'document'] as const;

// The query of nearly every request.
const getQuery = preparedQuery((db) =>
  db.selectFrom('object').select(COLUMNS).where('company_id', '=', 0).where('kind', '=', '').where('id', '=', 0),
);

const listQuery = preparedQuery((db) =>
  db
    .selectFrom('object')
    .select(COLUMNS)
    .where('company_id', '=', opaque(0, 'bigint'))
    .where('kind', '=', opaque('', 'text'))
    .where('id', '>', opaque(0, 'bigint'))
    .orderBy('id')
    .limit(opaque(0, 'bigint')),
);

const FIRST_TOKEN = 1;
const insertion = preparedInsertion(
  (db) => db.insertInto('object').values({ company_id: 0, kind: '', concurrency_token: FIRST_TOKEN, document: '' }),
  'id',
);

const replaceQuery = preparedQuery((db) =>
  db
    .updateTable('object')
    .set({ concurrency_token: 0, document: '' })
    .where('company_id', '=', 0)
    .where('kind', '=', '')
    .where('id', '=', 0)
    .where('concurrency_token', '=', 0)
    .returning(COLUMNS),
);

const removeQuery = preparedQuery((db) =>
  db.deleteFrom('object').where('company_id', '=', 0).where('kind', '=', '').where('id', '=', 0).returning(COLUMNS),
);

const forgetReferencesQuery = preparedQuery((db) => db.deleteFrom('object_reference').where('from_id', '=', 0));
const namedQuery = preparedQuery((db) =>
  db.selectFrom('object_reference').select('from_id').where('to_id', '=', 0).limit(opaque(1, 'bigint')),
);

export function companyStore(db: Kysely<Schema>, companyId: number): CompanyStore {
  function get<Kind extends ObjectKind>(kind: Kind, id: number): Awaitable<StoredObject<Kind> | undefined> {
    return follow(getQuery(db, [companyId, kind, id]), ({ rows: [row] }) => row && parseRow<Kind>(row));
  }

  return {
    companyId,
    invoices: invoiceStore(db, companyId),
    get,
    async serialize() {
      if (isPostgres(db)) await db.selectFrom('company').select('id').where('id', '=', companyId).forUpdate().execute();
    },
    async list<Kind extends ObjectKind>(kind: Kind, { after, limit }: Page) {
      const { rows } = await listQuery(db, [companyId, kind, after, limit + 1]);
      return paged(rows.map(parseRow<Kind>), limit);
    },
    async insert<Kind extends ObjectKind>(kind: Kind, document: Documents[Kind]) {
      const id = await insertion(db, [companyId, kind, FIRST_TOKEN, JSON.stringify(document)]);
      return { id, concurrencyToken: FIRST_TOKEN, document };
    },
    async replace<Kind extends ObjectKind>(kind: Kind, id: number, concurrencyToken: number, document: Documents[Kind]) {
      const next = [concurrencyToken + 1, JSON.stringify(document)];
      const [row] = (await replaceQuery(db, [...next, companyId, kind, id, concurrencyToken])).rows;
      if (row !== undefined) return { kind: 'done', entry: parseRow<Kind>(row) };
      return { kind: (await get(kind, id)) === undefined ? 'missing' : 'stale' };
    },
    async refer(id, toIds) {
      await forgetReferencesQuery(db, [id]);
      const rows = [...new Set(toIds)].map((toId) => ({ from_id: id, to_id: toId }));
      if (rows.length > 0) await db.insertInto('object_reference').values(rows).execute();
    },
    async isNamed(id) {
      return (await namedQuery(db, [id, 1])).rows.length > 0;
    },
    async takeNumero(year, numero) {
      const insert = db.insertInto('issued_numero').values({ company_id: companyId, year, numero });
      const taken = await insert
        .onConflict((conflict) => conflict.doNothing())
        .returning('numero')
        .executeTakeFirst();
      return taken !== undefined;
    },
    nextNumero: (year) => nextNumero(db, companyId, year),
    async remove<Kind extends ObjectKind>(kind: Kind, id: number) {
      const [row] = (await removeQuery(db, [companyId, kind, id])).rows;
      await forgetReferencesQuery(db, [id]);
      return row && parseRow<Kind>(row);
    },
  };
}

async function nextNumero(db: Kysely<Schema>, companyId: number, year: number): Promise<string> {
  const issued = db.selectFrom('issued_numero').where('company_id', '=', companyId).where('year', '=', year);
  const { count } = await issued.select((select) => select.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  // Clients may have given numbers of their own: go on to the first that is free.
  for (let number = Number(count) + 1; ; number += 1) {
    const numero = String(number);
    const taken = await issued.select('numero').where('numero', '=', numero).executeTakeFirst();
    if (taken === undefined) return numero;
  }
}

function parseRow<Kind extends ObjectKind>(row: Row): StoredObject<Kind> {
  // Only what was validated is ever written, so that what is read has the form of its kind.
  return { id: row.id, concurrencyToken: row.concurrency_token, document: JSON.parse(row.document) as Documents[Kind] };
}

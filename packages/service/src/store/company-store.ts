import { sql } from 'kysely';
import { type CompanyId, type ObjectId, objectId } from '../model/ids.ts';
import type { Change, Documents, ObjectKind, StoredObject } from '../model/objects.ts';
import type { Page, Paged } from '../model/page.ts';
import { type InvoiceStore, invoiceStore } from './invoice-store.ts';
import { INLINE_BYTES_MAX, withinBudget } from './page-budget.ts';
import type { Connection } from './sql/connection.ts';
import { statement } from './sql/statement.ts';

/** The objects of one company. There is no other way to them, so that companies cannot mix (COMP-03). */
export interface CompanyStore {
  readonly companyId: CompanyId;
  readonly invoices: InvoiceStore;
  /**
   * Makes every other unit that calls this wait until this one ends: to be called before what is read decides what is written, where
   * a token or a constraint does not guard it already.
   */
  serialize(): Promise<void>;
  list<Kind extends ObjectKind>(kind: Kind, page: Page<ObjectId>): Promise<Paged<StoredObject<Kind>>>;
  get<Kind extends ObjectKind>(kind: Kind, id: ObjectId): Promise<StoredObject<Kind> | undefined>;
  insert<Kind extends ObjectKind>(kind: Kind, document: Documents[Kind]): Promise<StoredObject<Kind>>;
  /** Replaces the document if the token is the current one (CONC-01, CONC-02). */
  replace<Kind extends ObjectKind>(
    kind: Kind,
    id: ObjectId,
    concurrencyToken: number,
    document: Documents[Kind],
  ): Promise<Change<StoredObject<Kind>>>;
  /** Writes down which objects this one names, in place of those that it named before. */
  refer(id: ObjectId, to: readonly { readonly id: ObjectId }[]): Promise<void>;
  /** Whether another object names this one. */
  isNamed(id: ObjectId): Promise<boolean>;
  /** Takes a number for an issued document; false when another of that year has it (D-17). */
  takeNumero(year: number, numero: string): Promise<boolean>;
  /** The lowest number that no document of the year has. */
  nextNumero(year: number): Promise<string>;
  /** Undefined when there is none. */
  remove<Kind extends ObjectKind>(kind: Kind, id: ObjectId): Promise<StoredObject<Kind> | undefined>;
}

interface Row {
  readonly id: ObjectId;
  readonly concurrency_token: number;
  readonly document: string;
}

/** Where an object is: its identifier alone does not lead to it. */
interface Place {
  readonly companyId: CompanyId;
  readonly kind: ObjectKind;
  readonly id: ObjectId;
}

const COLUMNS = ['id', 'concurrency_token', 'document'] as const;
const FIRST_TOKEN = 1;

const objectAt = statement((db, $: Place) =>
  db.selectFrom('object').select(COLUMNS).where('company_id', '=', $.companyId).where('kind', '=', $.kind).where('id', '=', $.id),
);

const objectsAfter = statement((db, $: Omit<Place, 'id'> & { readonly after: ObjectId; readonly limit: number }, { pageOf }) =>
  db
    .selectFrom('object')
    .select(['id', 'concurrency_token'])
    .select([
      sql<number>`octet_length(document)`.as('size'),
      sql<string | null>`case when octet_length(document) <= ${sql.lit(INLINE_BYTES_MAX)} then document end`.as('document'),
    ])
    .modifyEnd(pageOf({ owner: { company_id: $.companyId, kind: $.kind }, key: 'id', order: 'asc', beyond: $.after, limit: $.limit })),
);

const largeObjects = statement((db, $: { readonly ids: readonly ObjectId[] }, { list }) =>
  db.selectFrom('object').select(['id', 'document']).where('id', 'in', list($.ids, 'bigint')),
);

const insertObject = statement((db, $: Omit<Place, 'id'> & { readonly document: string }, { returningId }) =>
  db
    .insertInto('object')
    .values({ company_id: $.companyId, kind: $.kind, concurrency_token: FIRST_TOKEN, document: $.document })
    .modifyEnd(returningId('id')),
);

const replaceObject = statement((db, $: Place & { readonly currentToken: number; readonly nextToken: number; readonly document: string }) =>
  db
    .updateTable('object')
    .set({ concurrency_token: $.nextToken, document: $.document })
    .where('company_id', '=', $.companyId)
    .where('kind', '=', $.kind)
    .where('id', '=', $.id)
    .where('concurrency_token', '=', $.currentToken)
    .returning(COLUMNS),
);

const removeObject = statement((db, $: Place) =>
  db.deleteFrom('object').where('company_id', '=', $.companyId).where('kind', '=', $.kind).where('id', '=', $.id).returning(COLUMNS),
);

const removeReferences = statement((db, $: { readonly fromId: ObjectId }) =>
  db.deleteFrom('object_reference').where('from_id', '=', $.fromId),
);

const insertReference = statement((db, $: { readonly fromId: ObjectId; readonly toId: ObjectId }) =>
  db.insertInto('object_reference').values({ from_id: $.fromId, to_id: $.toId }),
);

const referenceTo = statement((db, $: { readonly toId: ObjectId }) =>
  db.selectFrom('object_reference').select('from_id').where('to_id', '=', $.toId).limit(1),
);

const lockCompany = statement((db, $: { readonly companyId: CompanyId }, { forUpdate }) =>
  db.selectFrom('company').select('id').where('id', '=', $.companyId).modifyEnd(forUpdate),
);

interface IssuedNumero {
  readonly companyId: CompanyId;
  readonly year: number;
  readonly numero: string;
}

const insertNumero = statement((db, $: IssuedNumero) =>
  db
    .insertInto('issued_numero')
    .values({ company_id: $.companyId, year: $.year, numero: $.numero })
    .onConflict((conflict) => conflict.doNothing()),
);

const issuedNumero = statement((db, $: IssuedNumero) =>
  db
    .selectFrom('issued_numero')
    .select('numero')
    .where('company_id', '=', $.companyId)
    .where('year', '=', $.year)
    .where('numero', '=', $.numero),
);

const issuedCount = statement((db, $: Omit<IssuedNumero, 'numero'>) =>
  db
    .selectFrom('issued_numero')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('company_id', '=', $.companyId)
    .where('year', '=', $.year),
);

export function companyStore(connection: Connection, companyId: CompanyId): CompanyStore {
  async function get<Kind extends ObjectKind>(kind: Kind, id: ObjectId): Promise<StoredObject<Kind> | undefined> {
    const row = await objectAt.first(connection, { companyId, kind, id });
    return row && parseRow<Kind>(row);
  }

  return {
    companyId,
    get invoices() {
      return invoiceStore(connection, companyId);
    },
    get,
    async serialize() {
      connection.takeCompany(companyId);
      await lockCompany.all(connection, { companyId });
    },
    async list<Kind extends ObjectKind>(kind: Kind, { after, limit }: Page<ObjectId>) {
      const rows = await objectsAfter.all(connection, { companyId, kind, after, limit: limit + 1 });
      const { entries, more } = withinBudget(rows, limit);
      return { entries: (await whole(connection, entries)).map(parseRow<Kind>), more };
    },
    async insert<Kind extends ObjectKind>(kind: Kind, document: Documents[Kind]) {
      const id = objectId(await insertObject.insertedId(connection, { companyId, kind, document: JSON.stringify(document) }));
      return { id, concurrencyToken: FIRST_TOKEN, document };
    },
    async replace<Kind extends ObjectKind>(kind: Kind, id: ObjectId, concurrencyToken: number, document: Documents[Kind]) {
      const tokens = { currentToken: concurrencyToken, nextToken: concurrencyToken + 1 };
      const row = await replaceObject.first(connection, { companyId, kind, id, ...tokens, document: JSON.stringify(document) });
      if (row !== undefined) return { kind: 'done', entry: parseRow<Kind>(row) };
      return { kind: (await get(kind, id)) === undefined ? 'missing' : 'stale' };
    },
    async refer(id, to) {
      await removeReferences.all(connection, { fromId: id });
      for (const toId of new Set(to.map((object) => object.id))) await insertReference.all(connection, { fromId: id, toId });
    },
    async isNamed(id) {
      return (await referenceTo.first(connection, { toId: id })) !== undefined;
    },
    async takeNumero(year, numero) {
      return (await insertNumero.count(connection, { companyId, year, numero })) === 1;
    },
    async nextNumero(year) {
      const { count } = await issuedCount.one(connection, { companyId, year });
      // Clients may have chosen numbers themselves: the first free one is taken.
      for (let number = Number(count) + 1; ; number += 1) {
        const numero = String(number);
        if ((await issuedNumero.first(connection, { companyId, year, numero })) === undefined) return numero;
      }
    },
    async remove<Kind extends ObjectKind>(kind: Kind, id: ObjectId) {
      const row = await removeObject.first(connection, { companyId, kind, id });
      await removeReferences.all(connection, { fromId: id });
      return row && parseRow<Kind>(row);
    },
  };
}

type ListedRow = Omit<Row, 'document'> & { readonly document: string | null };

/** The rows with the documents that were too large to be read along; one that was removed meanwhile is left out. */
async function whole(connection: Connection, rows: readonly ListedRow[]): Promise<Row[]> {
  const ids = rows.flatMap(({ id, document }) => (document === null ? [id] : []));
  const large = ids.length === 0 ? [] : await largeObjects.all(connection, { ids });
  const documents = new Map(large.map(({ id, document }) => [id, document]));
  return rows.flatMap((row) => {
    const document = row.document ?? documents.get(row.id);
    return document === undefined ? [] : [{ ...row, document }];
  });
}

function parseRow<Kind extends ObjectKind>(row: Row): StoredObject<Kind> {
  // Only what was validated is ever written, so that what is read has the form of its kind.
  return { id: row.id, concurrencyToken: row.concurrency_token, document: JSON.parse(row.document) as Documents[Kind] };
}

import type { CustomerComponents } from '@business-cloud/server';
import type { CompanyId, ObjectId } from '../model/ids.ts';
import type { Parties } from '../model/parties.ts';
import type { Connection } from './sql/connection.ts';
import { statement } from './sql/statement.ts';

type FatturaElettronicaXml = CustomerComponents['schemas']['FatturaElettronicaXml'];

/** An electronic invoice that has no identifier yet. */
export type NewInvoice = Omit<FatturaElettronicaXml, 'id' | 'documentoId'> & { readonly documentoId: ObjectId };

/** The electronic invoices of one company: what was issued and exported stays as it was. */
export interface InvoiceStore {
  /** The progressive of the company's next invoice: five digits or capitals, none given twice. */
  nextProgressive(): Promise<string>;
  insert(invoice: NewInvoice): Promise<FatturaElettronicaXml>;
  /** Keeps the parties of a document as they are at its issue. */
  fixParties(documentoId: ObjectId, parties: Parties): Promise<void>;
  /** Those parties; undefined if the document was issued before they were kept. */
  parties(documentoId: ObjectId): Promise<Parties | undefined>;
  /** The newest XML of a document. */
  newest(documentoId: ObjectId): Promise<string | undefined>;
}

const PROGRESSIVE_RADIX = 36;
const PROGRESSIVE_LENGTH = 5;

const invoiceCount = statement((db, $: { readonly companyId: CompanyId }) =>
  db
    .selectFrom('invoice')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('company_id', '=', $.companyId),
);

interface InvoiceRow {
  readonly companyId: CompanyId;
  readonly documentoId: ObjectId;
  readonly progressive: string;
  readonly document: string;
  readonly xml: string;
}

const insertInvoice = statement((db, $: InvoiceRow, { returningId }) =>
  db
    .insertInto('invoice')
    .values({ company_id: $.companyId, documento_id: $.documentoId, progressive: $.progressive, document: $.document, xml: $.xml })
    .modifyEnd(returningId('id')),
);

/** After every invoice. */
const END = Number.MAX_SAFE_INTEGER;

const newestXml = statement((db, $: Pick<InvoiceRow, 'companyId' | 'documentoId'>, { pageOf }) =>
  db
    .selectFrom('invoice')
    .select('xml')
    .modifyEnd(
      pageOf({ owner: { company_id: $.companyId, documento_id: $.documentoId }, key: 'id', order: 'desc', beyond: END, limit: 1 }),
    ),
);

interface PartiesRow {
  readonly companyId: CompanyId;
  readonly documentoId: ObjectId;
  readonly azienda: string;
  readonly anagrafica: string;
}

const insertParties = statement((db, $: PartiesRow) =>
  db
    .insertInto('issued_parties')
    .values({ documento_id: $.documentoId, company_id: $.companyId, azienda: $.azienda, anagrafica: $.anagrafica }),
);

const partiesOf = statement((db, $: Pick<PartiesRow, 'companyId' | 'documentoId'>) =>
  db
    .selectFrom('issued_parties')
    .select(['azienda', 'anagrafica'])
    .where('documento_id', '=', $.documentoId)
    .where('company_id', '=', $.companyId),
);

export function invoiceStore(connection: Connection, companyId: CompanyId): InvoiceStore {
  return {
    async nextProgressive() {
      const { count } = await invoiceCount.one(connection, { companyId });
      const text = (Number(count) + 1).toString(PROGRESSIVE_RADIX).toUpperCase();
      return text.padStart(PROGRESSIVE_LENGTH, '0');
    },
    async insert(invoice) {
      const { xml, ...document } = invoice;
      const { documentoId, progressivoInvio: progressive } = invoice;
      const row = { companyId, documentoId, progressive, document: JSON.stringify(document), xml };
      const id = await insertInvoice.insertedId(connection, row);
      return { id, ...invoice };
    },
    async fixParties(documentoId, { azienda, anagrafica }) {
      const row = { companyId, documentoId, azienda: JSON.stringify(azienda), anagrafica: JSON.stringify(anagrafica) };
      await insertParties.all(connection, row);
    },
    async parties(documentoId) {
      const row = await partiesOf.first(connection, { companyId, documentoId });
      // Only what was validated is ever written, so that what is read has the form of it.
      return row && { azienda: JSON.parse(row.azienda), anagrafica: JSON.parse(row.anagrafica) };
    },
    newest: async (documentoId) => (await newestXml.first(connection, { companyId, documentoId }))?.xml,
  };
}

import type { CustomerComponents } from '@business-cloud/server';
import type { Kysely } from 'kysely';
import type { Schema } from './sql/schema.ts';

type FatturaElettronicaXml = CustomerComponents['schemas']['FatturaElettronicaXml'];

/** The electronic invoices of one company: what was exported stays as it was. */
export interface InvoiceStore {
  /** The progressive of the company's next invoice: five digits or capitals, none given twice. */
  nextProgressive(): Promise<string>;
  insert(invoice: Omit<FatturaElettronicaXml, 'id'>): Promise<FatturaElettronicaXml>;
  /** The newest XML of a document. */
  newest(documentoId: number): Promise<string | undefined>;
}

const PROGRESSIVE_RADIX = 36;
const PROGRESSIVE_LENGTH = 5;

export function invoiceStore(db: Kysely<Schema>, companyId: number): InvoiceStore {
  const invoices = () => db.selectFrom('invoice').where('company_id', '=', companyId);
  return {
    async nextProgressive() {
      const { count } = await invoices()
        .select((select) => select.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      const text = (Number(count) + 1).toString(PROGRESSIVE_RADIX).toUpperCase();
      return text.padStart(PROGRESSIVE_LENGTH, '0');
    },
    async insert(invoice) {
      const { xml, ...rest } = invoice;
      const row = { company_id: companyId, documento_id: invoice.documentoId, progressive: invoice.progressivoInvio, xml };
      const { id } = await db
        .insertInto('invoice')
        .values({ ...row, document: JSON.stringify(rest) })
        .returning('id')
        .executeTakeFirstOrThrow();
      return { id, ...invoice };
    },
    async newest(documentoId) {
      const row = await invoices().select('xml').where('documento_id', '=', documentoId).orderBy('id', 'desc').executeTakeFirst();
      return row?.xml;
    },
  };
}

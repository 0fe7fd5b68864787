import { paths } from '@business-cloud/server';
import { objectId } from '../model/ids.ts';
import { exportFatturaElettronicaXml } from '../usecases/fattura-elettronica-xml.ts';
import { notFound } from '../usecases/refusal.ts';
import type { ServiceHandlers } from './service-handlers.ts';

const KIND = 'FatturaElettronicaXml';

/** Electronic invoices of issued documents (EVT-10, D-15). */
export const fatturaElettronicaXmlHandlers: Pick<ServiceHandlers, 'exportFatturaElettronicaXml' | 'getFatturaElettronicaXml'> = {
  async exportFatturaElettronicaXml({ params }, { transaction }) {
    const exported = await exportFatturaElettronicaXml(transaction, params.documentoId);
    if ('problem' in exported) return exported;
    return { status: 201, headers: { Location: paths.getFatturaElettronicaXml(params) }, body: exported };
  },

  async getFatturaElettronicaXml({ params: { documentoId } }, { transaction }) {
    const xml = await transaction.company().invoices.newest(objectId(documentoId));
    return xml === undefined ? notFound(KIND, documentoId) : { status: 200, body: xml };
  },
};

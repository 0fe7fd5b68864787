import { fatturaXml } from '../documento/fattura-xml.ts';
import { parseInvoice } from '../documento/invoice.ts';
import type { CompanyStore, StoredObject } from '../store/company-store.ts';
import type { Session } from '../usecases/session.ts';
import { notFound, resourcePath } from './company-resource.ts';
import type { ServiceHandlers } from './service-handlers.ts';

const KIND = 'FatturaElettronicaXml';

/** Electronic invoices of issued documents (EVT-10, D-15). */
export const fatturaElettronicaXmlHandlers: Pick<ServiceHandlers, 'exportFatturaElettronicaXml' | 'getFatturaElettronicaXml'> = {
  async exportFatturaElettronicaXml({ params: { companyId, documentoId } }, { transaction }) {
    const company = transaction.company(companyId);
    await company.serialize();
    const found = await company.get('Documento', documentoId);
    if (found === undefined) return notFound('Documento', documentoId);
    if (found.document.stato !== 'emesso') return { problem: 'documento-not-issued', detail: 'Issue the document first.' };
    const invoice = parseInvoice(await partsOf(transaction, company, found));
    if (!('documento' in invoice)) {
      return {
        problem: 'documento-incomplete',
        detail: 'The document or a party of it lacks what an electronic invoice needs.',
        errors: [...invoice],
      };
    }
    const { paese, codice } = invoice.azienda.idFiscaleIva;
    const progressivoInvio = await company.invoices.nextProgressive();
    const created = await company.invoices.insert({
      documentoId,
      formato: 'FPR12',
      progressivoInvio,
      nomeFile: `${paese}${codice}_${progressivoInvio}.xml`,
      creatoIl: new Date(transaction.now()).toISOString(),
      xml: fatturaXml(invoice, progressivoInvio),
    });
    await transaction.record(`${KIND}.Export`, created);
    return { status: 201, headers: { Location: `${resourcePath(companyId, 'Documento', documentoId)}/${KIND}` }, body: created };
  },

  async getFatturaElettronicaXml({ params: { companyId, documentoId } }, { transaction }) {
    const xml = await transaction.company(companyId).invoices.newest(documentoId);
    return xml === undefined ? notFound(KIND, documentoId) : { status: 200, body: xml };
  },
};

async function partsOf(session: Session, company: CompanyStore, { document }: StoredObject<'Documento'>) {
  const anagrafica = await company.get('Anagrafica', document.anagraficaId);
  // What a document names is not deleted: there is always one.
  return { azienda: await session.azienda(company.companyId), anagrafica: anagrafica?.document ?? { nome: '' }, documento: document };
}

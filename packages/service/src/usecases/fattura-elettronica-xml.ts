import type { CustomerComponents } from '@business-cloud/server';
import { fatturaXml } from '../documento/fattura-xml.ts';
import { parseInvoice } from '../documento/invoice.ts';
import { objectId } from '../model/ids.ts';
import type { StoredObject } from '../model/objects.ts';
import type { CompanyStore } from '../store/company-store.ts';
import { notFound, type Refusal } from './refusal.ts';
import type { Session } from './session.ts';

type FatturaElettronicaXml = CustomerComponents['schemas']['FatturaElettronicaXml'];

/** Makes the electronic invoice of an issued document, and fires Export (EVT-10, D-15). */
export async function exportFatturaElettronicaXml(
  session: Session,
  documentoId: number,
): Promise<FatturaElettronicaXml | Refusal<'not-found' | 'documento-not-issued' | 'documento-incomplete'>> {
  const company = session.company();
  await company.serialize();
  const found = await company.get('Documento', objectId(documentoId));
  if (found === undefined) return notFound('Documento', documentoId);
  if (found.document.stato !== 'emesso') return { problem: 'documento-not-issued', detail: 'Issue the document first.' };
  const invoice = parseInvoice(await partsOf(session, company, found));
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
    documentoId: found.id,
    formato: 'FPR12',
    progressivoInvio,
    nomeFile: `${paese}${codice}_${progressivoInvio}.xml`,
    creatoIl: new Date(session.now()).toISOString(),
    xml: fatturaXml(invoice, progressivoInvio),
  });
  await session.record('FatturaElettronicaXml.Export', created);
  return created;
}

async function partsOf(session: Session, company: CompanyStore, { document }: StoredObject<'Documento'>) {
  const anagrafica = await company.get('Anagrafica', objectId(document.anagraficaId));
  // What a document names is not deleted: there is always one.
  return { azienda: await session.azienda(), anagrafica: anagrafica?.document ?? { nome: '' }, documento: document };
}

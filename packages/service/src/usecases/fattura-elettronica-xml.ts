import type { CustomerComponents } from '@business-cloud/server';
import { fatturaXml } from '../documento/fattura-xml.ts';
import { senderOf } from '../documento/transmission.ts';
import { objectId } from '../model/ids.ts';
import { issuedInvoice } from './invoices.ts';
import { notFound, type Refusal } from './refusal.ts';
import type { Session } from './session.ts';

type FatturaElettronicaXml = CustomerComponents['schemas']['FatturaElettronicaXml'];

/** Makes the electronic invoice of an issued document, with the parties of its issue, and fires Export (EVT-10, D-15). */
export async function exportFatturaElettronicaXml(
  session: Session,
  documentoId: number,
): Promise<FatturaElettronicaXml | Refusal<'not-found' | 'documento-not-issued' | 'documento-incomplete'>> {
  const company = session.company();
  await company.serialize();
  const found = await company.get('Documento', objectId(documentoId));
  if (found === undefined) return notFound('Documento', documentoId);
  if (found.document.stato !== 'emesso') return { problem: 'documento-not-issued', detail: 'Issue the document first.' };
  const invoice = await issuedInvoice(session, found);
  if ('problem' in invoice) return invoice;
  const { paese, codice } = senderOf(invoice.azienda.codiceFiscale, invoice.azienda.idFiscaleIva);
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

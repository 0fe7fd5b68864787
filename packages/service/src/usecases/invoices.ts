import { type Invoice, parseInvoice, parseIssuedInvoice } from '../documento/invoice.ts';
import type { InvoiceParts } from '../documento/invoice-parts.ts';
import { objectId } from '../model/ids.ts';
import type { StoredObject } from '../model/objects.ts';
import type { Parties } from '../model/parties.ts';
import type { CompanyStore } from '../store/company-store.ts';
import type { Refusal } from './refusal.ts';
import type { Session } from './session.ts';

type Issued = InvoiceParts['documento'];
type Incomplete = Refusal<'documento-incomplete'>;

/** The parties of a document that is about to be issued, unless the exchange system would refuse its invoice (D-15). */
export async function issuableParties(session: Session, issued: Issued): Promise<Parties | Incomplete> {
  const company = session.company();
  const parties = await partiesNow(session, company, issued);
  const invoice = parseInvoice({ ...parties, documento: issued });
  return 'documento' in invoice ? parties : incomplete(invoice);
}

/**
 * The invoice of an issued document, with its parties as they were then. Where they were not kept yet, they are kept from now on as they
 * are; only then can the document be incomplete.
 */
export async function issuedInvoice(session: Session, { id, document }: StoredObject<'Documento'>): Promise<Invoice | Incomplete> {
  const company = session.company();
  const kept = await company.invoices.parties(id);
  const parties = kept ?? (await partiesNow(session, company, document));
  const invoice = parseIssuedInvoice({ ...parties, documento: document });
  if (!('documento' in invoice)) return incomplete(invoice);
  if (kept === undefined) await company.invoices.fixParties(id, parties);
  return invoice;
}

async function partiesNow(session: Session, company: CompanyStore, { anagraficaId }: Issued): Promise<Parties> {
  const anagrafica = await company.get('Anagrafica', objectId(anagraficaId));
  // What a document names is not deleted: there is always one.
  return { azienda: await session.azienda(), anagrafica: anagrafica?.document ?? { nome: '' } };
}

function incomplete(errors: Readonly<NonNullable<Incomplete['errors']>>): Incomplete {
  return { problem: 'documento-incomplete', errors: [...errors] };
}

import type { CustomerComponents } from '@business-cloud/server';
import { totalsOf } from '../documento/totals.ts';
import { objectId } from '../model/ids.ts';
import { type Documents, type Resource, type StoredObject, toResource } from '../model/objects.ts';
import type { CompanyStore } from '../store/company-store.ts';
import { refusalOfValues } from './documento-values.ts';
import { issuableParties } from './invoices.ts';
import { referencesIn } from './references.ts';
import { notFound, type Refusal, staleToken } from './refusal.ts';
import type { Session } from './session.ts';

type Schemas = CustomerComponents['schemas'];
type Draft = Documents['Documento'];
type Documento = Resource<'Documento'>;

const KIND = 'Documento';

type WrongDraft = Refusal<'invalid-value' | 'amount-out-of-range'>;
type NotDraft = Refusal<'not-found' | 'documento-issued'>;

/** Creates a draft, and fires Create. */
export async function createDocumento(session: Session, input: Schemas['DocumentoInput']): Promise<Documento | WrongDraft> {
  const company = session.company();
  await company.serialize();
  const draft = await draftOf(company, input);
  if ('problem' in draft) return draft;
  const inserted = await company.insert(KIND, draft);
  await company.refer(inserted.id, referencesIn(KIND, input));
  const created = toResource(inserted);
  await session.record(`${KIND}.Create`, created);
  return created;
}

/** Replaces a draft, and fires Update; what is issued stays as it is for good (D-17). */
export async function updateDocumento(
  session: Session,
  id: number,
  { concurrencyToken, ...input }: Schemas['DocumentoUpdate'],
): Promise<Documento | WrongDraft | NotDraft | Refusal<'concurrency-conflict'>> {
  const company = session.company();
  await company.serialize();
  const current = await draftAt(company, id);
  if ('problem' in current) return current;
  const draft = await draftOf(company, input);
  if ('problem' in draft) return draft;
  const change = await company.replace(KIND, current.id, concurrencyToken, draft);
  if (change.kind !== 'done') return staleToken;
  await company.refer(current.id, referencesIn(KIND, input));
  const updated = toResource(change.entry);
  await session.record(`${KIND}.Update`, updated);
  return updated;
}

/** Removes a draft, and fires Delete. */
export async function deleteDocumento(session: Session, id: number): Promise<NotDraft | undefined> {
  const company = session.company();
  await company.serialize();
  const current = await draftAt(company, id);
  if ('problem' in current) return current;
  await company.remove(KIND, current.id);
  await session.record(`${KIND}.Delete`, toResource(current));
  return undefined;
}

/** Issues a draft that an invoice can be made of, under a number that no other document of its year has, and fires Emit (D-15, D-17, EVT-09). */
export async function emitDocumento(
  session: Session,
  id: number,
): Promise<Documento | NotDraft | Refusal<'numero-taken' | 'documento-incomplete'>> {
  const company = session.company();
  await company.serialize();
  const current = await draftAt(company, id);
  if ('problem' in current) return current;
  const { document, concurrencyToken } = current;
  const year = Number(document.data.slice(0, 4));
  const numero = document.numero ?? (await company.nextNumero(year));
  const issued = { ...document, numero, stato: 'emesso', emessoIl: new Date(session.now()).toISOString() } as const;
  const parties = await issuableParties(session, issued);
  if ('problem' in parties) return parties;
  if (!(await company.takeNumero(year, numero))) return numeroTaken(numero, year);
  await company.invoices.fixParties(current.id, parties);
  const change = await company.replace(KIND, current.id, concurrencyToken, issued);
  if (change.kind !== 'done') return notFound(KIND, id);
  const emitted = toResource(change.entry);
  await session.record(`${KIND}.Emit`, emitted);
  return emitted;
}

async function draftAt(company: CompanyStore, id: number): Promise<StoredObject<'Documento'> | NotDraft> {
  const found = await company.get(KIND, objectId(id));
  if (found === undefined) return notFound(KIND, id);
  return found.document.stato === 'emesso' ? alreadyIssued : found;
}

const alreadyIssued: Refusal<'documento-issued'> = {
  problem: 'documento-issued',
  detail: 'The document is issued, so it cannot be changed, deleted or issued again.',
};

function numeroTaken(numero: string, year: number): Refusal<'numero-taken'> {
  return { problem: 'numero-taken', detail: `Another document of ${year} was issued as number ${numero}.` };
}

/** The draft that is made of a client's document, or the reason why there can be none. */
async function draftOf(company: CompanyStore, input: Schemas['DocumentoInput']): Promise<Draft | WrongDraft> {
  const refusal = await refusalOfValues(company, input);
  if (refusal !== undefined) return refusal;
  const { numero = null, tipo = 'TD01', divisa = 'EUR', righe, ...rest } = input;
  const totals = totalsOf(righe);
  if (totals === undefined) return { problem: 'amount-out-of-range', detail: 'An amount has more than eleven digits before the point.' };
  return { ...rest, numero, tipo, divisa, stato: 'bozza', emessoIl: null, ...totals };
}

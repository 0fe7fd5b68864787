import type { CustomerComponents } from '@business-cloud/server';
import { totalsOf } from '../documento/totals.ts';
import type { CompanyStore, Documents } from '../store/company-store.ts';
import { type InvalidValue, invalidValues, namedIds } from '../usecases/documento-references.ts';
import { notFound, resourcePath, staleToken, toResource } from './company-resource.ts';
import { nextLink, pageOf } from './list-page.ts';
import { pick } from './pick.ts';
import { documentoMembers } from './resource-members.ts';
import type { ServiceHandlers } from './service-handlers.ts';

type Schemas = CustomerComponents['schemas'];
type Draft = Documents['Documento'];

const KIND = 'Documento';

/** Documents: drafts until they are issued, and then as they are for good (D-17). */
export const documentoHandlers: Pick<
  ServiceHandlers,
  'listDocumento' | 'getDocumento' | 'createDocumento' | 'updateDocumento' | 'deleteDocumento' | 'emitDocumento'
> = {
  async listDocumento({ params: { companyId }, query }, { transaction }) {
    const page = pageOf(query);
    const objects = await transaction.company(companyId).list(KIND, page);
    return {
      status: 200,
      headers: nextLink(resourcePath(companyId, KIND), page, objects),
      body: objects.entries.map(toResource<typeof KIND>),
    };
  },

  async getDocumento({ params: { companyId, documentoId } }, { transaction }) {
    const found = await transaction.company(companyId).get(KIND, documentoId);
    return found === undefined ? notFound(KIND, documentoId) : { status: 200, body: toResource(found) };
  },

  async createDocumento({ params: { companyId }, body }, { transaction }) {
    const company = transaction.company(companyId);
    await company.serialize();
    const draft = await draftOf(company, body);
    if ('problem' in draft) return draft;
    const created = toResource(await company.insert(KIND, draft));
    await company.refer(created.id, namedIds(body));
    await transaction.record(`${KIND}.Create`, created);
    return { status: 201, headers: { Location: resourcePath(companyId, KIND, created.id) }, body: created };
  },

  async updateDocumento({ params: { companyId, documentoId }, body }, { transaction }) {
    const company = transaction.company(companyId);
    await company.serialize();
    const current = await company.get(KIND, documentoId);
    if (current === undefined) return notFound(KIND, documentoId);
    if (current.document.stato === 'emesso') return issued;
    const draft = await draftOf(company, body);
    if ('problem' in draft) return draft;
    const change = await company.replace(KIND, documentoId, body.concurrencyToken, draft);
    if (change.kind !== 'done') return staleToken;
    await company.refer(documentoId, namedIds(body));
    const updated = toResource(change.entry);
    await transaction.record(`${KIND}.Update`, updated);
    return { status: 200, body: updated };
  },

  async deleteDocumento({ params: { companyId, documentoId } }, { transaction }) {
    const company = transaction.company(companyId);
    await company.serialize();
    const current = await company.get(KIND, documentoId);
    if (current === undefined) return notFound(KIND, documentoId);
    if (current.document.stato === 'emesso') return issued;
    await company.remove(KIND, documentoId);
    await transaction.record(`${KIND}.Delete`, toResource(current));
    return { status: 204 };
  },

  // EVT-09
  async emitDocumento({ params: { companyId, documentoId } }, { transaction }) {
    const company = transaction.company(companyId);
    await company.serialize();
    const current = await company.get(KIND, documentoId);
    if (current === undefined) return notFound(KIND, documentoId);
    const { document, concurrencyToken } = current;
    if (document.stato === 'emesso') return issued;
    const year = Number(document.data.slice(0, 4));
    const numero = document.numero ?? (await company.nextNumero(year));
    if (!(await company.takeNumero(year, numero))) return numeroTaken(numero, year);
    const emessoIl = new Date(transaction.now()).toISOString();
    const change = await company.replace(KIND, documentoId, concurrencyToken, { ...document, numero, stato: 'emesso', emessoIl });
    if (change.kind !== 'done') return notFound(KIND, documentoId);
    const emitted = toResource(change.entry);
    await transaction.record(`${KIND}.Emit`, emitted);
    return { status: 200, body: emitted };
  },
};

const issued = { problem: 'documento-issued', detail: 'The document is issued: it cannot be changed, deleted or issued again.' } as const;

function numeroTaken(numero: string, year: number) {
  return { problem: 'numero-taken', detail: `Another document of ${year} was issued as number ${numero}.` } as const;
}

interface OutOfRange {
  readonly problem: 'amount-out-of-range';
  readonly detail: string;
}

/** The draft that a client's document comes to, or why it cannot be one. */
async function draftOf(company: CompanyStore, input: Schemas['DocumentoInput']): Promise<Draft | InvalidValue | OutOfRange> {
  const refusal = await invalidValues(company, input);
  if (refusal !== undefined) return refusal;
  const { numero = null, tipo = 'TD01', divisa = 'EUR', righe, ...rest } = pick(input, documentoMembers);
  const totals = totalsOf(righe);
  if (totals === undefined) return { problem: 'amount-out-of-range', detail: 'An amount has more than eleven digits before the point.' };
  return { ...rest, numero, tipo, divisa, stato: 'bozza', emessoIl: null, ...totals };
}

import type { Fault, FaultContext, NewFault } from '../mutants/mutant.ts';
import {
  type Answer,
  bodyOf,
  type Call,
  type Forward,
  isSuccess,
  refusal,
  withBody,
  withHeader,
  without,
} from '../mutants/peer/message.ts';
import { companyOf } from '../mutants/peer/operation-of.ts';
import { defaultPaths } from '../src/config/defaults.ts';
import { effects } from '../src/generated/resources.ts';
import type { Target } from '../src/model/target.ts';
import type { Variation } from './variation.ts';

/** Gives this answer at every path that the source does not name. */
const sourceAlone = (answer: Answer) => (): Fault => async (request, forward) =>
  request.operation !== undefined && effects[request.operation]?.setting !== undefined ? answer : await forward(request);

/** A service with the source's operations only, which checks the token before it says that a path does not exist. */
const sourceAloneToUsers = ({ target: { companies } }: FaultContext): Fault => {
  const alone = sourceAlone(refusal(404))();
  return async (request, forward) => {
    const asked = withHeader(without(request, 'Idempotency-Key'), 'X-Service-LicenseKey', companies[0].licenseKey);
    const whoever = await forward({ ...asked, method: 'GET', path: '/api/v3/config/Azienda', body: '' });
    return whoever.status === 401 || whoever.status === 403 ? await forward(request) : await alone(request, forward);
  };
};

/** The configuration that names the absent operations. */
const withoutOthers = (target: Target): Target => ({
  ...target,
  surface: { ...target.surface, ...Object.fromEntries(Object.keys(defaultPaths).map((setting) => [setting, null])) },
});

const NOT_FOUND_PAGE: Answer = {
  status: 404,
  headers: [['Content-Type', 'text/html']],
  body: '<!doctype html><title>404</title><h1>Not Found</h1>',
};

/** A contact with everything that an electronic invoice needs of its buyer. */
const BUYER = {
  nome: 'Buyer',
  codiceFiscale: 'RSSMRA80A01H501U',
  sede: { indirizzo: 'Via Roma 1', cap: '20121', comune: 'Milano', provincia: 'MI', nazione: 'IT' },
};

/** Documents with only a number, a date and an amount. */
const ownDocuments: NewFault = () => {
  const buyers = new Map<string, Promise<unknown>>();
  const buyerOf = async (request: Call, forward: Forward): Promise<unknown> => {
    const [company = '', headers] = [
      companyOf(request.path),
      request.headers.filter(([name]) => !/^(idempotency-key|content-length)$/i.test(name)),
    ];
    const path = request.path.replace(/Documento.*$/, 'Anagrafica');
    const buyer =
      buyers.get(company) ??
      forward({ ...request, method: 'POST', path, headers, body: JSON.stringify(BUYER) }).then((made) => bodyOf(made).id);
    buyers.set(company, buyer);
    const id = await buyer;
    // If this caller may not create a buyer, the next caller's request tries again.
    if (id === undefined) buyers.delete(company);
    return id ?? 1;
  };
  return async (request, forward) => {
    const writes = request.operation === 'createDocumento' || request.operation === 'updateDocumento';
    if (!writes && request.operation !== 'getDocumento') return await forward(request);
    const { numero, data, importo, concurrencyToken, ...others } = bodyOf(request);
    if (writes && (Object.keys(others).length > 0 || typeof numero !== 'string')) return refusal(400);
    const righe = [{ descrizione: 'Merce', quantita: '1', prezzoUnitario: importo, aliquotaIva: '22.00' }];
    const body = {
      data,
      anagraficaId: await buyerOf(request, forward),
      causale: numero,
      righe,
      ...(concurrencyToken !== undefined && { concurrencyToken }),
    };
    const answer = await forward(writes ? withBody(request, body) : request);
    if (!isSuccess(answer)) return answer;
    const shown = bodyOf(answer);
    return withBody(answer, {
      id: shown.id,
      numero: shown.causale,
      data: shown.data,
      importo: shown.totale,
      concurrencyToken: shown.concurrencyToken,
    });
  };
};

const describesOwnDocuments = (target: Target): Target => ({
  ...target,
  surface: {
    ...target.surface,
    bodies: { ...target.surface.bodies, documento: { numero: '7', data: '2026-01-31', importo: '100.00' } },
  },
});

/** Services with other operations or bodies than the contract, where the source gives none. */
export const surfaceVariations: readonly Variation[] = [
  {
    id: 'documents-of-a-number-a-date-and-an-amount',
    rules: ['IDEM-*'],
    // The bodies that the service sees are not the bytes that were sent.
    against: ['IDEM-17'],
    fault: ownDocuments,
    describe: describesOwnDocuments,
  },
  {
    id: 'changed-documents-of-a-number-a-date-and-an-amount',
    rules: ['CONC-*'],
    told: ['CONC-01', 'CONC-02', 'CONC-03', 'CONC-04', 'CONC-05', 'CONC-06'],
    budget: 'standard',
    fault: ownDocuments,
    describe: describesOwnDocuments,
  },
  { id: 'what-the-source-names-alone', fault: sourceAlone(NOT_FOUND_PAGE), describe: withoutOthers },
  { id: 'what-the-source-names-alone-404', fault: sourceAlone(refusal(404)) },
  { id: 'what-the-source-names-alone-404-page', fault: sourceAlone(NOT_FOUND_PAGE) },
  { id: 'what-the-source-names-alone-405', fault: sourceAlone({ status: 405, headers: [['Allow', 'OPTIONS']], body: '' }) },
  { id: 'what-the-source-names-alone-401-first', fault: sourceAloneToUsers },
  { id: 'what-the-source-names-alone-501', fault: sourceAlone(refusal(501)) },
];

import type { FaultContext, Mutant } from './mutant.ts';
import { type Answered, bodyOf, entriesOf, headerOf, isSuccess, refusal, withBody, withHeader } from './peer/message.ts';
import { companyOf, withCompany } from './peer/operation-of.ts';

const licenseKeyHeader = 'X-Service-LicenseKey';

/** The user's other company, and a request moved there. */
function otherCompany({ target }: FaultContext, path: string): { readonly id: string; readonly licenseKey: string } | undefined {
  const company = companyOf(path);
  return target.companies.some(({ id }) => id === company) ? target.companies.find(({ id }) => id !== company) : undefined;
}

/** Services that mix companies up, or answer something else than was asked for. */
export const compMutants: readonly Mutant[] = [
  {
    id: 'COMP-01-second-company-not-listed',
    mustBreak: ['COMP-01'],
    fault: () => async (request, forward) => {
      const answer = await forward(request);
      return request.operation === 'listAzienda' && isSuccess(answer) ? withBody(answer, entriesOf(answer).slice(0, 1)) : answer;
    },
  },
  {
    id: 'COMP-01-companies-without-identifier',
    mustBreak: ['COMP-01'],
    fault: () => async (request, forward) => {
      const answer = await forward(request);
      if (request.operation !== 'listAzienda' || !isSuccess(answer)) return answer;
      return withBody(
        answer,
        entriesOf(answer).map(({ id: _id, ...rest }) => rest),
      );
    },
  },
  {
    id: 'COMP-02-second-company-does-not-work',
    mustBreak: ['COMP-02', 'COMP-04', 'AUTH-09'],
    fault:
      ({ target }) =>
      async (request, forward) =>
        companyOf(request.path) === target.companies[1]?.id && request.operation === 'listArticolo' ? refusal(400) : await forward(request),
  },
  {
    id: 'COMP-03-contact-found-in-any-company',
    mustBreak: ['COMP-03'],
    fault: (context) => async (request, forward) => {
      const answer = await forward(request);
      const other = otherCompany(context, request.path);
      if (request.operation !== 'getAnagrafica' || answer.status !== 404 || other === undefined) return answer;
      const elsewhere = withHeader({ ...request, path: withCompany(request.path, other.id) }, licenseKeyHeader, other.licenseKey);
      return await forward(elsewhere);
    },
  },
  {
    id: 'COMP-03-one-list-for-all-companies',
    mustBreak: ['COMP-03', 'IDEM-08'],
    fault: (context) => async (request, forward) => {
      const answer = await forward(request);
      const other = otherCompany(context, request.path);
      if (request.operation !== 'listAnagrafica' || !isSuccess(answer) || other === undefined || request.path.includes('?')) return answer;
      const elsewhere = await forward(
        withHeader({ ...request, path: withCompany(request.path, other.id) }, licenseKeyHeader, other.licenseKey),
      );
      return withBody(answer, [...entriesOf(answer), ...entriesOf(elsewhere)]);
    },
  },
  {
    id: 'COMP-03-deletes-across-companies',
    mustBreak: ['COMP-03'],
    fault: (context) => async (request, forward) => {
      const answer = await forward(request);
      const other = otherCompany(context, request.path);
      if (request.operation !== 'deleteAnagrafica' || answer.status !== 404 || other === undefined) return answer;
      return await forward(withHeader({ ...request, path: withCompany(request.path, other.id) }, licenseKeyHeader, other.licenseKey));
    },
  },
  {
    id: 'COMP-04-stock-items-counted',
    mustBreak: ['COMP-04'],
    fault: () => async (request, forward) => {
      const answer = await forward(request);
      return request.operation === 'listArticolo' && isSuccess(answer) ? withBody(answer, { articoli: entriesOf(answer).length }) : answer;
    },
  },
  {
    id: 'COMP-05-always-the-first-item',
    mustBreak: ['COMP-05'],
    fault: () => async (request, forward) => {
      if (request.operation !== 'getArticolo' || !companyOf(request.path)) return await forward(request);
      const list = await forward({ ...request, path: request.path.replace(/\/[^/]+$/, '') });
      const [first] = isSuccess(list) ? entriesOf(list) : [];
      const answer = await forward(request);
      return isSuccess(answer) && first !== undefined ? withBody(answer, first) : answer;
    },
  },
  {
    id: 'COMP-05-rounded-price-in-the-item',
    mustBreak: ['COMP-05'],
    fault: () => async (request, forward) => {
      const answer = await forward(request);
      const { prezzo } = bodyOf(answer);
      return request.operation === 'getArticolo' && typeof prezzo === 'string'
        ? withBody(answer, { ...bodyOf(answer), prezzo: String(Math.round(Number(prezzo))) })
        : answer;
    },
  },
  {
    id: 'COMP-05-accepted-instead-of-ok',
    mustBreak: ['COMP-05'],
    fault: () => async (request, forward) => {
      const answer = await forward(request);
      return request.operation === 'getArticolo' && answer.status === 200 ? { ...answer, status: 203 } : answer;
    },
  },
  {
    id: 'COMP-06-name-with-an-accent-is-created-nowhere',
    mustBreak: ['COMP-06', 'EVT-08'],
    fault: () => {
      let id = 1_000_000;
      return async (request, forward) => {
        const accented = request.operation === 'createAnagrafica' && /[^ -~]/.test(String(bodyOf(request).nome));
        if (!accented || headerOf(request, 'Idempotency-Key') !== undefined) return await forward(request);
        const control = await forward({ ...request, body: '{"nome":1}' });
        // Everything about the request was right, and the schema alone refused it.
        if (control.status !== 400) return control;
        id += 1;
        const answer: Answered = { status: 201, headers: [['Content-Type', 'application/json']], body: '' };
        return withBody(answer, { ...bodyOf(request), id, concurrencyToken: 1 });
      };
    },
  },
  {
    id: 'COMP-06-accents-lost',
    mustBreak: ['COMP-06', 'EVT-03'],
    fault: () => async (request, forward) =>
      await forward(request.operation === 'createAnagrafica' ? { ...request, body: request.body.replaceAll(/[^ -~]/g, '?') } : request),
  },
  {
    id: 'COMP-07-unknown-company-is-not-found',
    mustBreak: ['COMP-07'],
    fault:
      ({ target }) =>
      async (request, forward) => {
        const company = companyOf(request.path);
        const known = [...target.companies, target.foreignCompany].some((other) => other?.id === company);
        return company !== undefined && !known && headerOf(request, 'Authorization') !== undefined ? refusal(404) : await forward(request);
      },
  },
  {
    id: 'COMP-07-foreign-company-under-its-own-key',
    mustBreak: ['COMP-07'],
    fault:
      ({ target }) =>
      async (request, forward) => {
        const foreign = target.foreignCompany;
        const right =
          foreign !== undefined && companyOf(request.path) === foreign.id && headerOf(request, licenseKeyHeader) === foreign.licenseKey;
        return right && request.operation === 'listArticolo'
          ? { status: 200, headers: [['Content-Type', 'application/json']], body: '[]' }
          : await forward(request);
      },
  },
  {
    id: 'COMP-08-nothing-instead-of-not-found',
    mustBreak: ['COMP-08'],
    fault: () => async (request, forward) => {
      const answer = await forward(request);
      return request.operation === 'getWebhook' && answer.status === 404 ? { ...answer, status: 204, body: '' } : answer;
    },
  },
];

import type { OperationId } from '../../src/generated/operations.ts';
import { inSecond } from '../faults/companies.ts';
import { LICENSE_KEY_HEADER } from '../faults/headers.ts';
import { isLaterPage } from '../faults/pages.ts';
import type { FaultContext, Mutants, NewFault } from '../mutant.ts';
import { type Answer, bodyOf, entriesOf, headerOf, isSuccess, withBody, withHeader } from '../peer/message.ts';
import { companyOf, withCompany } from '../peer/operation-of.ts';
import { Users } from '../peer/users.ts';

/** The user's other company. */
function otherCompany({ target }: FaultContext, path: string): { readonly id: string; readonly licenseKey: string } | undefined {
  const company = companyOf(path);
  return target.companies.some(({ id }) => id === company) ? target.companies.find(({ id }) => id !== company) : undefined;
}

/** A fault that looks for missing objects in another company. @param seeks whether it does so for this company */
function foundElsewhere(operation: OperationId, seeks: (company: string, context: FaultContext) => boolean = () => true): NewFault {
  return (context) => async (request, forward) => {
    const answer = await forward(request);
    const company = companyOf(request.path) ?? '';
    const { companies } = context.target;
    const other = companies.find(({ id }) => id !== company);
    const isOwn = companies.some(({ id }) => id === company);
    if (request.operation !== operation || answer.status !== 404 || !isOwn || other === undefined || !seeks(company, context))
      return answer;
    return await forward(withHeader({ ...request, path: withCompany(request.path, other.id) }, LICENSE_KEY_HEADER, other.licenseKey));
  };
}

export const mutants: Mutants = {
  'one-list-for-all-companies': {
    // IDEM-08 counts by the list, which now also shows the first page of the other company.
    mayBreak: ['IDEM-08'],
    fault: (context) => async (request, forward) => {
      const answer = await forward(request);
      const other = otherCompany(context, request.path);
      if (request.operation !== 'listAnagrafica' || !isSuccess(answer) || other === undefined || request.path.includes('?')) return answer;
      const elsewhere = await forward(
        withHeader({ ...request, path: withCompany(request.path, other.id) }, LICENSE_KEY_HEADER, other.licenseKey),
      );
      return withBody(answer, [...entriesOf(answer), ...entriesOf(elsewhere)]);
    },
  },
  'second-company-issues-for-the-first': foundElsewhere('emitDocumento', inSecond),
  'second-company-reads-the-first': foundElsewhere('getAnagrafica', inSecond),
  'second-company-changes-the-first': foundElsewhere('updateAnagrafica', inSecond),
  'issued-documents-answered-across-companies': {
    mayBreak: ['COMP-08'],
    fault: (context) => {
      const found = foundElsewhere('getDocumento')?.(context);
      return async (request, forward) => {
        const answer = (await found?.(request, forward)) ?? (await forward(request));
        return request.operation !== 'getDocumento' || bodyOf(answer).stato === 'emesso' ? answer : await forward(request);
      };
    },
  },
  'documents-for-contacts-of-any-company': (context) => async (request, forward) => {
    const answer = await forward(request);
    const other = otherCompany(context, request.path);
    if (request.operation !== 'createDocumento' || isSuccess(answer) || other === undefined) return answer;
    const { anagraficaId: id } = bodyOf(request);
    const asked = { ...request, method: 'GET', path: `/api/v3/${other.id}/Anagrafica/${String(id)}`, body: '' };
    if (!isSuccess(await forward(withHeader(asked, LICENSE_KEY_HEADER, other.licenseKey)))) return answer;
    return { ...answer, status: 201, body: JSON.stringify({ ...bodyOf(request), id: 1_000_000_000 }) };
  },
  'created-stock-items-listed-everywhere': {
    // The other company lists the item, but answers 404 to a GET of it.
    mayBreak: ['COMP-05', 'COMP-10'],
    fault: () => {
      const created: { readonly company: string | undefined; readonly item: Record<string, unknown> }[] = [];
      return async (request, forward) => {
        const answer = await forward(request);
        const company = companyOf(request.path);
        if (!isSuccess(answer)) return answer;
        if (request.operation === 'createArticolo') created.push({ company, item: bodyOf(answer) });
        if (request.operation !== 'listArticolo') return answer;
        return withBody(answer, [...entriesOf(answer), ...created.filter((one) => one.company !== company).map(({ item }) => item)]);
      };
    },
  },
  'contacts-of-documents-are-everybodys': (context) => {
    const named = new Set<string>();
    const found = foundElsewhere('getAnagrafica', () => true)?.(context);
    return async (request, forward) => {
      const answer = await forward(request);
      if (request.operation === 'createDocumento' && isSuccess(answer)) named.add(String(bodyOf(request).anagraficaId));
      const id = request.path.split('/').at(-1) ?? '';
      return found !== undefined && answer.status === 404 && named.has(id) ? await found(request, forward) : answer;
    };
  },
  'events-are-read-by-anybody': {
    // The fault also shows what belongs to other users.
    mayBreak: ['EVT-14', 'COMP-08'],
    fault: ({ target }) => {
      const users = new Users();
      let own: string | undefined;
      return async (request, forward) => {
        const answer = await forward(request);
        users.learn(request, answer);
        if (users.of(request) === target.credentials.userName) own = headerOf(request, 'Authorization') ?? own;
        const isForeign = request.operation === 'getEvento' && answer.status === 404 && users.of(request) === target.otherUser?.userName;
        return isForeign && own !== undefined ? await forward(withHeader(request, 'Authorization', own)) : answer;
      };
    },
  },
  'later-pages-of-the-log-are-everybodys': {
    // The fault also shows what belongs to other users.
    mayBreak: ['EVT-14', 'COMP-10'],
    fault: ({ target }) => {
      const users = new Users();
      let own: string | undefined;
      return async (request, forward) => {
        const answer = await forward(request);
        users.learn(request, answer);
        if (users.of(request) === target.credentials.userName) own = headerOf(request, 'Authorization') ?? own;
        const isTheirs = request.operation === 'listEvento' && users.of(request) === target.otherUser?.userName;
        return isTheirs && isLaterPage(request) && own !== undefined ? await forward(withHeader(request, 'Authorization', own)) : answer;
      };
    },
  },
  'lists-at-once-share-an-answer': {
    // Other rules compare the lists of companies too.
    mayBreak: ['COMP-02', 'COMP-04', 'COMP-10'],
    fault: () => {
      const underWay = new Map<string, Promise<Answer>>();
      return async (request, forward) => {
        if (request.operation !== 'listArticolo' || !request.path.includes('limit=')) return await forward(request);
        const key = `${headerOf(request, 'Authorization')} ${request.path.split('?')[1]}`;
        const shared = underWay.get(key) ?? forward(request).finally(() => underWay.delete(key));
        underWay.set(key, shared);
        return await shared;
      };
    },
  },
  'invoices-of-the-second-company-name-the-first': () => {
    const names = new Map<string, string>();
    return async (request, forward) => {
      const answer = await forward(request);
      if (request.operation === 'listAzienda' && isSuccess(answer))
        for (const { id, nome } of entriesOf(answer)) if (typeof nome === 'string') names.set(String(id), nome);
      const [first, second] = ['1', '2'].map((id) => names.get(id));
      const isMade = request.operation === 'exportFatturaElettronicaXml' && isSuccess(answer) && companyOf(request.path) === '2';
      return isMade && first !== undefined && second !== undefined ? { ...answer, body: answer.body.replaceAll(second, first) } : answer;
    };
  },
};

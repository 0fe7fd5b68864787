import { elsewhere, foundElsewhere } from '../faults/companies.ts';
import { isLaterPage } from '../faults/pages.ts';
import { sharing } from '../faults/repeated-answers.ts';
import type { Mutants, NewFault, Request } from '../mutant.ts';
import { type Answer, bodyOf, entriesOf, headerOf, isSuccess, withBody, withHeader } from '../peer/message.ts';
import { companyOf } from '../peer/operation-of.ts';

export const mutants: Mutants = {
  'one-list-for-all-companies': {
    // IDEM-08 counts by the list, which now also shows the first page of the other company.
    mayBreak: ['IDEM-08'],
    fault: (context) => async (request, forward) => {
      const answer = await forward(request);
      const other = elsewhere(request, context);
      if (request.operation !== 'listAnagrafica' || !isSuccess(answer) || other === undefined || request.path.includes('?')) return answer;
      return withBody(answer, [...entriesOf(answer), ...entriesOf(await forward(other))]);
    },
  },
  'issued-documents-answered-across-companies': {
    mayBreak: ['COMP-08'],
    fault: (context) => {
      const found = foundElsewhere('getDocumento')(context);
      return async (request, forward) => {
        const answer = await found(request, forward);
        return request.operation !== 'getDocumento' || bodyOf(answer).stato === 'emesso' ? answer : await forward(request);
      };
    },
  },
  'documents-for-contacts-of-any-company': (context) => async (request, forward) => {
    const answer = await forward(request);
    if (request.operation !== 'createDocumento' || isSuccess(answer)) return answer;
    const { anagraficaId: id } = bodyOf(request);
    const path = request.path.replace(/Documento$/, `Anagrafica/${String(id)}`);
    const other = elsewhere({ ...request, method: 'GET', path, body: '' }, context);
    if (other === undefined || !isSuccess(await forward(other))) return answer;
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
    const found = foundElsewhere('getAnagrafica')(context);
    return async (request, forward) => {
      const answer = await forward(request);
      if (request.operation === 'createDocumento' && isSuccess(answer)) named.add(String(bodyOf(request).anagraficaId));
      const id = request.path.split('/').at(-1) ?? '';
      return answer.status === 404 && named.has(id) ? await found(request, forward) : answer;
    };
  },
  'events-are-read-by-anybody': {
    // The fault also shows what belongs to other users.
    mayBreak: ['EVT-14', 'COMP-08'],
    fault: asTheFirstUser(({ operation }, { status }) => operation === 'getEvento' && status === 404),
  },
  'later-pages-of-the-log-are-everybodys': {
    // The fault also shows what belongs to other users.
    mayBreak: ['EVT-14', 'COMP-10'],
    fault: asTheFirstUser((request) => request.operation === 'listEvento' && isLaterPage(request)),
  },
  'lists-at-once-share-an-answer': {
    // Other rules compare the lists of companies too.
    mayBreak: ['COMP-02', 'COMP-04', 'COMP-10'],
    fault: sharing((request) => {
      const [, query = ''] = request.path.split('?');
      const isMeant = request.operation === 'listArticolo' && query.includes('limit=');
      return isMeant ? `${headerOf(request, 'Authorization')} ${query}` : undefined;
    }),
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

/** Executes some requests of the other user as the first user. */
function asTheFirstUser(isMeant: (request: Request, answer: Answer) => boolean): NewFault {
  return ({ target, userOf }) => {
    let own: string | undefined;
    return async (request, forward) => {
      const answer = await forward(request);
      if (userOf(request) === target.credentials.userName) own = headerOf(request, 'Authorization') ?? own;
      const isTheirs = userOf(request) === target.otherUser?.userName && isMeant(request, answer);
      return isTheirs && own !== undefined ? await forward(withHeader(request, 'Authorization', own)) : answer;
    };
  };
}

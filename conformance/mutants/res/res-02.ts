import { answering, answersOf, listing, shown } from '../faults/exchanges.ts';
import type { Mutants } from '../mutant.ts';
import { bodyOf, headerOf, withBody, withHeader, without } from '../peer/message.ts';

export const mutants: Mutants = {
  'a-number-where-a-text-is-declared': {
    mayBreak: ['COMP-05', 'COMP-10', 'EVT-15', 'RES-01'],
    fault: shown(['getArticolo'], (item) => ({ ...item, prezzo: Number(item.prezzo) })),
  },
  'rows-without-their-number': shown(['createDocumento'], ({ righe, ...document }) => ({
    ...document,
    righe: Array.isArray(righe) ? righe.map(({ numeroLinea: _number, ...row }: Record<string, unknown>) => row) : righe,
  })),
  'entries-of-a-list-without-a-declared-member': {
    mayBreak: ['COMP-10'],
    fault: listing('listAnagrafica', ({ concurrencyToken: _token, ...entry }) => entry),
  },
  'an-id-as-a-text': shown(['updateArticolo'], (item) => ({ ...item, id: String(item.id) })),
  'exports-without-a-location': answersOf('exportFatturaElettronicaXml', (answer) => without(answer, 'Location')),
  'replays-without-a-location': answersOf('createArticolo', (answer) =>
    headerOf(answer, 'Idempotent-Replayed') === undefined ? answer : without(answer, 'Location'),
  ),
  'json-as-text': answersOf('getDocumento', (answer) => withHeader(answer, 'Content-Type', 'text/plain; charset=utf-8')),
  'invoices-as-text-xml': answersOf('getFatturaElettronicaXml', (answer) => withHeader(answer, 'Content-Type', 'text/xml')),
  'a-conflict-without-its-code': answering((answer, { operation }) => {
    if (operation !== 'updateDocumento' || answer.status !== 422) return answer;
    const { code: _code, ...problem } = bodyOf(answer);
    return withBody(answer, problem);
  }),
};

import type { Fault, Mutants } from '../mutant.ts';
import { type Answer, bodyOf, entriesOf, headerOf, isSuccess, withBody, withHeader, without } from '../peer/message.ts';

/** A fault only in the successful answers of one operation. */
function answering(operation: string, change: (answer: Answer) => Answer): () => Fault {
  return () => async (request, forward) => {
    const answer = await forward(request);
    return request.operation === operation && isSuccess(answer) ? change(answer) : answer;
  };
}

const changed = (answer: Answer, members: Record<string, unknown>): Answer => withBody(answer, { ...bodyOf(answer), ...members });

export const mutants: Mutants = {
  'a-number-where-a-text-is-declared': {
    mayBreak: ['COMP-05', 'COMP-10', 'EVT-15', 'RES-01'],
    fault: answering('getArticolo', (answer) => changed(answer, { prezzo: Number(bodyOf(answer).prezzo) })),
  },
  'rows-without-their-number': answering('createDocumento', (answer) => {
    const { righe } = bodyOf(answer);
    const rows = Array.isArray(righe) ? righe.map(({ numeroLinea: _number, ...row }: Record<string, unknown>) => row) : righe;
    return changed(answer, { righe: rows });
  }),
  'entries-of-a-list-without-a-declared-member': {
    mayBreak: ['COMP-10'],
    fault: answering('listAnagrafica', (answer) =>
      withBody(
        answer,
        entriesOf(answer).map(({ concurrencyToken: _token, ...entry }) => entry),
      ),
    ),
  },
  'an-id-as-a-text': answering('updateArticolo', (answer) => changed(answer, { id: String(bodyOf(answer).id) })),
  'exports-without-a-location': answering('exportFatturaElettronicaXml', (answer) => without(answer, 'Location')),
  'replays-without-a-location': answering('createArticolo', (answer) =>
    headerOf(answer, 'Idempotent-Replayed') === undefined ? answer : without(answer, 'Location'),
  ),
  'json-as-text': answering('getDocumento', (answer) => withHeader(answer, 'Content-Type', 'text/plain; charset=utf-8')),
  'invoices-as-text-xml': answering('getFatturaElettronicaXml', (answer) => withHeader(answer, 'Content-Type', 'text/xml')),
  'a-conflict-without-its-code': () => async (request, forward) => {
    const answer = await forward(request);
    if (request.operation !== 'updateDocumento' || answer.status !== 422) return answer;
    const { code: _code, ...problem } = bodyOf(answer);
    return withBody(answer, problem);
  },
};

import type { Fault, Mutant } from '../mutant.ts';
import { type Answer, bodyOf, entriesOf, headerOf, isSuccess, withBody, withHeader, without } from '../peer/message.ts';

/** A fault only in the successful answers of one operation. */
function answering(operation: string, change: (answer: Answer) => Answer): () => Fault {
  return () => async (request, forward) => {
    const answer = await forward(request);
    return request.operation === operation && isSuccess(answer) ? change(answer) : answer;
  };
}

const changed = (answer: Answer, members: Record<string, unknown>): Answer => withBody(answer, { ...bodyOf(answer), ...members });

/** Faulty services that the check of RES-02 must catch. */
export const mutants: readonly Mutant[] = [
  {
    id: 'RES-02-a-number-where-a-text-is-declared',
    mustBreak: ['RES-02'],
    mayBreak: ['COMP-05', 'COMP-10', 'EVT-15', 'RES-01'],
    fault: answering('getArticolo', (answer) => changed(answer, { prezzo: Number(bodyOf(answer).prezzo) })),
  },
  {
    id: 'RES-02-rows-without-their-number',
    mustBreak: ['RES-02'],
    fault: answering('createDocumento', (answer) => {
      const { righe } = bodyOf(answer);
      const rows = Array.isArray(righe) ? righe.map(({ numeroLinea: _number, ...row }: Record<string, unknown>) => row) : righe;
      return changed(answer, { righe: rows });
    }),
  },
  {
    id: 'RES-02-entries-of-a-list-without-a-declared-member',
    mustBreak: ['RES-02'],
    mayBreak: ['COMP-10'],
    fault: answering('listAnagrafica', (answer) =>
      withBody(
        answer,
        entriesOf(answer).map(({ concurrencyToken: _token, ...entry }) => entry),
      ),
    ),
  },
  {
    id: 'RES-02-an-id-as-a-text',
    mustBreak: ['RES-02'],
    fault: answering('updateArticolo', (answer) => changed(answer, { id: String(bodyOf(answer).id) })),
  },
  {
    id: 'RES-02-exports-without-a-location',
    mustBreak: ['RES-02'],
    fault: answering('exportFatturaElettronicaXml', (answer) => without(answer, 'Location')),
  },
  {
    id: 'RES-02-replays-without-a-location',
    mustBreak: ['RES-02'],
    fault: answering('createArticolo', (answer) =>
      headerOf(answer, 'Idempotent-Replayed') === undefined ? answer : without(answer, 'Location'),
    ),
  },
  {
    id: 'RES-02-json-as-text',
    mustBreak: ['RES-02'],
    fault: answering('getDocumento', (answer) => withHeader(answer, 'Content-Type', 'text/plain; charset=utf-8')),
  },
  {
    id: 'RES-02-invoices-as-text-xml',
    mustBreak: ['RES-02'],
    fault: answering('getFatturaElettronicaXml', (answer) => withHeader(answer, 'Content-Type', 'text/xml')),
  },
  {
    id: 'RES-02-a-conflict-without-its-code',
    mustBreak: ['RES-02'],
    fault: () => async (request, forward) => {
      const answer = await forward(request);
      if (request.operation !== 'updateDocumento' || answer.status !== 422) return answer;
      const { code: _code, ...problem } = bodyOf(answer);
      return withBody(answer, problem);
    },
  },
];

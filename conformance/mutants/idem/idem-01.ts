import { KEY_HEADER } from '../faults/keys.ts';
import type { Mutants, NewFault, Request } from '../mutant.ts';
import { type Answer, bodyOf, headerOf, isSuccess } from '../peer/message.ts';

/** A service that repeats its answer to an equal request. @param partOf what must be equal. Undefined for requests that are left alone */
function equalAreOne(operation: string, partOf: (request: Request) => unknown = ({ body }) => body): NewFault {
  return () => {
    const seen = new Map<string, Answer>();
    return async (request, forward) => {
      const part = request.operation === operation && headerOf(request, KEY_HEADER) === undefined ? partOf(request) : undefined;
      if (part === undefined) return await forward(request);
      const same = `${headerOf(request, 'Authorization')} ${request.path} ${part}`;
      const known = seen.get(same);
      if (known !== undefined) return known;
      const answer = await forward(request);
      if (isSuccess(answer)) seen.set(same, answer);
      return answer;
    };
  };
}

export const mutants: Mutants = {
  'equal-posts-are-one': {
    mustAlsoBreak: ['EVT-08'],
    mayBreak: ['EVT-03'],
    fault: equalAreOne('createAnagrafica'),
  },
  'equal-documents-are-one': equalAreOne('createDocumento'),
  // The buyers in the suite's documents share a tax code, but have no telephone, so they are left alone.
  'contacts-of-one-tax-code-are-one': equalAreOne('createAnagrafica', (request) => {
    const { codiceFiscale, telefono } = bodyOf(request);
    return typeof telefono === 'string' ? (codiceFiscale ?? undefined) : undefined;
  }),
  'equal-documents-at-once-are-one': () => {
    const underWay = new Map<string, Promise<Answer>>();
    return async (request, forward) => {
      if (request.operation !== 'createDocumento' || headerOf(request, KEY_HEADER) !== undefined) return await forward(request);
      const same = `${headerOf(request, 'Authorization')} ${request.path} ${request.body}`;
      const answer = underWay.get(same) ?? forward(request).finally(() => underWay.delete(same));
      underWay.set(same, answer);
      return await answer;
    };
  },
};

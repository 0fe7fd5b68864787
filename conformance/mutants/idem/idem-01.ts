import { KEY_HEADER } from '../faults/keys.ts';
import type { Mutant } from '../mutant.ts';
import { type Answer, headerOf, isSuccess } from '../peer/message.ts';

/** A service that answers an equal request as it did the first. */
function equalAreOne(operation: string): Mutant['fault'] {
  return () => {
    const seen = new Map<string, Answer>();
    return async (request, forward) => {
      const same = `${headerOf(request, 'Authorization')} ${request.path} ${request.body}`;
      const known = seen.get(same);
      if (request.operation !== operation || headerOf(request, KEY_HEADER) !== undefined) return await forward(request);
      if (known !== undefined) return known;
      const answer = await forward(request);
      if (isSuccess(answer)) seen.set(same, answer);
      return answer;
    };
  };
}

/** Faulty services that the check of IDEM-01 must catch. */
export const mutants: readonly Mutant[] = [
  {
    id: 'IDEM-01-equal-posts-are-one',
    mustBreak: ['IDEM-01', 'EVT-08'],
    mayBreak: ['EVT-03'],
    fault: equalAreOne('createAnagrafica'),
  },
  { id: 'IDEM-01-equal-documents-are-one', mustBreak: ['IDEM-01'], fault: equalAreOne('createDocumento') },
];

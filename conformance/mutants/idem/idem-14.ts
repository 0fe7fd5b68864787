import { KEY_HEADER } from '../faults/keys.ts';
import type { Mutant } from '../mutant.ts';
import { type Answer, bodyOf, headerOf, isSuccess, refusal } from '../peer/message.ts';

/** A service that stores an answer to a GET of the log under its key too. */
const logStored: Mutant['fault'] = () => {
  const stored = new Map<string, Answer>();
  return async (request, forward) => {
    const used = `${headerOf(request, KEY_HEADER)} ${request.path}`;
    if (request.operation !== 'listEvento' || headerOf(request, KEY_HEADER) === undefined) return await forward(request);
    const answer = stored.get(used) ?? (await forward(request));
    stored.set(used, answer);
    return answer;
  };
};

/** Faulty services that the check of IDEM-14 must catch. */
export const mutants: readonly Mutant[] = [
  {
    id: 'IDEM-14-a-delete-under-the-key-of-a-creation-does-nothing',
    mustBreak: ['IDEM-14'],
    mayBreak: ['IDEM-09', 'IDEM-17'],
    fault: () => {
      const keys = new Set<string>();
      return async (request, forward) => {
        const key = headerOf(request, KEY_HEADER);
        if (key !== undefined && request.method === 'POST') keys.add(key);
        return request.method === 'DELETE' && keys.has(key ?? '') ? { ...refusal(204), body: '' } : await forward(request);
      };
    },
  },
  {
    id: 'IDEM-14-an-export-s-key-reads-what-it-made',
    mustBreak: ['IDEM-14'],
    fault: () => {
      const made = new Map<string, string>();
      return async (request, forward) => {
        const place = `${headerOf(request, KEY_HEADER)} ${request.path}`;
        const answer = await forward(request);
        const { xml } = bodyOf(answer);
        if (request.operation === 'exportFatturaElettronicaXml' && isSuccess(answer)) made.set(place, String(xml));
        const old = request.operation === 'getFatturaElettronicaXml' ? made.get(place) : undefined;
        return old !== undefined && headerOf(request, KEY_HEADER) !== undefined ? { ...answer, body: old } : answer;
      };
    },
  },
  { id: 'IDEM-14-a-stored-log-is-listed', mustBreak: ['IDEM-14'], fault: logStored },
];

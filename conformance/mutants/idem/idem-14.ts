import { isKey, KEY_HEADER } from '../faults/keys.ts';
import { repeating } from '../faults/repeated-answers.ts';
import type { Mutants } from '../mutant.ts';
import { bodyOf, headerOf, isSuccess, refusal } from '../peer/message.ts';

export const mutants: Mutants = {
  'a-delete-under-the-key-of-a-creation-does-nothing': {
    mayBreak: ['IDEM-09', 'IDEM-17'],
    fault: () => {
      const keys = new Set<string>();
      return async (request, forward) => {
        const key = headerOf(request, KEY_HEADER);
        if (!isKey(key)) return await forward(request);
        if (request.method === 'POST') keys.add(key);
        return request.method === 'DELETE' && keys.has(key) ? { ...refusal(204), body: '' } : await forward(request);
      };
    },
  },
  'an-export-s-key-reads-what-it-made': () => {
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
  'a-stored-log-is-listed': repeating((request) => {
    const key = headerOf(request, KEY_HEADER);
    return request.operation === 'listEvento' && key !== undefined ? `${key} ${request.path}` : undefined;
  }),
};

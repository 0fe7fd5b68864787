import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { forwarding } from '../faults/exchanges.ts';
import { isKey, KEY_HEADER, rekeyed, replay } from '../faults/keys.ts';
import type { Mutants } from '../mutant.ts';
import { headerOf, isSuccess, refusal, withHeader, without } from '../peer/message.ts';

export const mutants: Mutants = {
  ...takenForOne({
    'keys-have-no-case': (key) => key.toLowerCase(),
    'keys-are-cut-at-64-characters': (key) => key.slice(0, 64),
    'keys-that-begin-alike-are-one': (key) => key.replace(/(-1)1$/, '$1'),
    'keys-are-numbers': (key) => (/^\d+$/.test(key) ? Number(key) : key),
    'a-zero-before-a-key-is-nothing': (key) => key.replace(/^0+(?=\d+$)/, ''),
    'spaces-in-keys-are-one': (key) => key.replaceAll(/ +/g, ' '),
    'escapes-in-keys-are-resolved': (key) => (/^[^%]*(%4[0-9A-F][^%]*)*$/.test(key) ? decodeURIComponent(key) : key),
    'the-letters-of-a-key-are-sorted': (key) => [...key].toSorted(),
    'keys-are-known-by-their-checksum': crc32,
    'keys-are-known-by-the-beginning-of-a-hash': (key) => createHash('sha256').update(key).digest('hex').slice(0, 8),
  }),
  'an-accent-in-a-key-is-none': {
    mayBreak: ['IDEM-16'],
    // The service behind would refuse such keys.
    fault: forwarding((request) => {
      const key = headerOf(request, KEY_HEADER);
      return key === undefined ? request : withHeader(request, KEY_HEADER, key.normalize('NFD').replaceAll(/[\u0300-\u036f]/g, ''));
    }),
  },
  'keys-are-short-and-cut-at-60-characters': {
    mayBreak: ['IDEM-16', 'IDEM-17'],
    fault: () => async (request, forward) => {
      const key = headerOf(request, KEY_HEADER) ?? '';
      if (key.length > 100) return refusal(400);
      return await forward(key.length > 60 ? withHeader(request, KEY_HEADER, key.slice(0, 60)) : request);
    },
  },
  'the-first-change-of-a-stock-item-is-forgotten': {
    mayBreak: [
      'IDEM-13',
      'IDEM-09',
      'CONC-03',
      'CONC-04',
      'CONC-05',
      'EVT-08',
      'IDEM-05',
      'IDEM-07',
      'IDEM-08',
      'IDEM-10',
      'IDEM-16',
      'IDEM-17',
    ],
    fault: forwarding((request) => {
      const key = headerOf(request, KEY_HEADER);
      if (key === undefined || request.operation !== 'updateArticolo') return request;
      return { ...without(without(request, KEY_HEADER), 'Content-Type'), method: 'GET', body: '' };
    }),
  },
  'what-was-refused-first-is-marked-as-replayed': {
    mayBreak: ['IDEM-16'],
    fault: () => {
      const refused = new Set<string>();
      return async (request, forward) => {
        const key = headerOf(request, KEY_HEADER);
        const answer = await forward(request);
        if (!isKey(key)) return answer;
        if (answer.status === 400) refused.add(key);
        return refused.has(key) && isSuccess(answer) ? replay(answer) : answer;
      };
    },
  },
};

/** Services that take different keys for the same one. Other rules may notice that too. */
function takenForOne(ways: Readonly<Record<string, (key: string) => unknown>>): Mutants {
  return Object.fromEntries(
    Object.entries(ways).map(([name, known]) => [
      name,
      { mayBreak: ['IDEM-16', 'IDEM-17'], fault: rekeyed((_request, key) => [known(key)]) },
    ]),
  );
}

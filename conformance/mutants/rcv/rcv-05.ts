import { rightParts, splitAtFirst } from '../peer/receiver-parts.ts';
import type { ReceiverMutant } from '../receiver-mutant.ts';

/** Reads the values of all elements with a matching prefix. */
function taking(isScheme: (prefix: string) => boolean): ReceiverMutant['parts'] {
  return {
    parse: (header) => ({
      t: rightParts.parse(header)?.t,
      v2: header.split(',').flatMap((element) => {
        const [prefix, value] = splitAtFirst(element);
        return isScheme(prefix) ? [value] : [];
      }),
    }),
  };
}

/** Faulty receivers that the check of RCV-05 must catch. */
export const mutants: readonly ReceiverMutant[] = [
  { id: 'RCV-05-any-version', mustBreak: ['RCV-05'], parts: taking((prefix) => /^v\d+$/.test(prefix)) },
  { id: 'RCV-05-begins-like-v2', mustBreak: ['RCV-05'], parts: taking((prefix) => prefix.startsWith('v2')) },
  { id: 'RCV-05-ends-like-v2', mustBreak: ['RCV-05'], parts: taking((prefix) => prefix.endsWith('v2')) },
  { id: 'RCV-05-begins-with-v', mustBreak: ['RCV-05'], parts: taking((prefix) => prefix.startsWith('v')) },
  { id: 'RCV-05-version-two-or-later', mustBreak: ['RCV-05'], parts: taking((prefix) => Number(prefix.slice(1)) >= 2) },
  { id: 'RCV-05-version-two-or-earlier', mustBreak: ['RCV-05'], parts: taking((prefix) => /^v[012]$/.test(prefix)) },
  { id: 'RCV-05-two-somewhere', mustBreak: ['RCV-05'], parts: taking((prefix) => prefix.includes('2')) },
  { id: 'RCV-05-all-but-t', mustBreak: ['RCV-05'], parts: taking((prefix) => prefix !== 't') },
  {
    id: 'RCV-05-v1-where-there-is-no-v2',
    mustBreak: ['RCV-05'],
    parts: {
      parse: (header) => {
        const signed = rightParts.parse(header);
        if (signed === undefined || signed.v2.length > 0) return signed;
        return { ...signed, v2: header.split(',').flatMap((element) => (element.startsWith('v1=') ? [element.slice(3)] : [])) };
      },
    },
  },
  {
    id: 'RCV-05-newest-version-wins',
    mustBreak: ['RCV-05', 'RCV-07'],
    parts: {
      parse: (header) => {
        const versions = header
          .split(',')
          .map(splitAtFirst)
          .filter(([prefix]) => /^v\d+$/.test(prefix));
        const newest = Math.max(...versions.map(([prefix]) => Number(prefix.slice(1))));
        return {
          t: rightParts.parse(header)?.t,
          v2: versions.flatMap(([prefix, value]) => (prefix === `v${newest}` ? [value] : [])),
        };
      },
    },
  },
  {
    id: 'RCV-05-found-anywhere',
    mustBreak: ['RCV-05', 'RCV-08'],
    mayBreak: ['RCV-03'],
    parts: {
      parse: (header) => ({
        t: rightParts.parse(header)?.t,
        v2: [...header.matchAll(/v2=([0-9a-f]{64})/g)].map(([, value]) => value ?? ''),
      }),
    },
  },
];

import { type ReceiverParts, rightParts, splitAtFirst } from '../peer/receiver-parts.ts';
import type { ReceiverMutants } from '../receiver-mutant.ts';

/** Reads the values of all elements with a matching prefix. */
function taking(isScheme: (prefix: string) => boolean): Partial<ReceiverParts> {
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

export const mutants: ReceiverMutants = {
  'any-version': taking((prefix) => /^v\d+$/.test(prefix)),
  'begins-like-v2': taking((prefix) => prefix.startsWith('v2')),
  'ends-like-v2': taking((prefix) => prefix.endsWith('v2')),
  'begins-with-v': taking((prefix) => prefix.startsWith('v')),
  'version-two-or-later': taking((prefix) => Number(prefix.slice(1)) >= 2),
  'version-two-or-earlier': taking((prefix) => /^v[012]$/.test(prefix)),
  'two-somewhere': taking((prefix) => prefix.includes('2')),
  'all-but-t': taking((prefix) => prefix !== 't'),
  'v1-where-there-is-no-v2': {
    parse: (header) => {
      const signed = rightParts.parse(header);
      if (signed === undefined || signed.v2.length > 0) return signed;
      return { ...signed, v2: header.split(',').flatMap((element) => (element.startsWith('v1=') ? [element.slice(3)] : [])) };
    },
  },
  'newest-version-wins': {
    mustAlsoBreak: ['RCV-07'],
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
  'found-anywhere': {
    mustAlsoBreak: ['RCV-08'],
    mayBreak: ['RCV-03'],
    parse: (header) => ({
      t: rightParts.parse(header)?.t,
      v2: [...header.matchAll(/v2=([0-9a-f]{64})/g)].map(([, value]) => value ?? ''),
    }),
  },
};

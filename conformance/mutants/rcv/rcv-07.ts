import { rightParts, splitAtFirst } from '../peer/receiver-parts.ts';
import type { ReceiverMutant } from '../receiver-mutant.ts';

/** Refuses a header with an unexpected element. */
function refusing(isWrong: (prefix: string, value: string) => boolean): ReceiverMutant['parts'] {
  return {
    parse: (header) => (header.split(',').some((element) => isWrong(...splitAtFirst(element))) ? undefined : rightParts.parse(header)),
  };
}

/** Finds the timestamp in another way. */
function timestampBy(find: (header: string) => string | undefined): ReceiverMutant['parts'] {
  return { parse: (header) => ({ v2: rightParts.parse(header)?.v2 ?? [], t: find(header) }) };
}

/** Faulty receivers that the check of RCV-07 must catch. */
export const mutants: readonly ReceiverMutant[] = [
  {
    id: 'RCV-07-unknown-elements-are-errors',
    mustBreak: ['RCV-07'],
    mayBreak: ['RCV-08'],
    parts: refusing((prefix) => prefix !== 't' && prefix !== 'v2'),
  },
  { id: 'RCV-07-older-versions-are-errors', mustBreak: ['RCV-07'], parts: refusing((prefix) => prefix === 'v1') },
  {
    id: 'RCV-07-newer-versions-are-errors',
    mustBreak: ['RCV-07'],
    parts: refusing((prefix) => /^v\d+$/.test(prefix) && Number(prefix.slice(1)) > 2),
  },
  { id: 'RCV-07-prefixes-of-letters-and-digits', mustBreak: ['RCV-07'], parts: refusing((prefix) => !/^[a-z0-9]+$/.test(prefix)) },
  {
    id: 'RCV-07-values-of-letters-and-digits',
    mustBreak: ['RCV-07'],
    mayBreak: ['RCV-08'],
    parts: refusing((_prefix, value) => !/^[\w=]*$/.test(value)),
  },
  {
    id: 'RCV-07-names-of-every-object',
    mustBreak: ['RCV-07'],
    parts: {
      parse: (header) => {
        const found: Record<string, string> = {};
        for (const [prefix, value] of header.split(',').map(splitAtFirst)) {
          if (prefix !== 'v2' && prefix in found) return undefined;
          found[prefix] = value;
        }
        return rightParts.parse(header);
      },
    },
  },
  {
    id: 'RCV-07-exactly-two-elements',
    mustBreak: ['RCV-07'],
    mayBreak: ['RCV-06', 'RCV-08'],
    parts: { parse: (header) => (header.split(',').length === 2 ? rightParts.parse(header) : undefined) },
  },
  {
    id: 'RCV-07-begins-like-t',
    mustBreak: ['RCV-07'],
    parts: timestampBy((header) =>
      header
        .split(',')
        .find((element) => element.startsWith('t'))
        ?.replace(/^[^=]*=/, ''),
    ),
  },
  {
    id: 'RCV-07-timestamp-found-anywhere',
    mustBreak: ['RCV-07'],
    mayBreak: ['RCV-04', 'RCV-08'],
    parts: timestampBy((header) => /t=(\d+)/.exec(header)?.[1]),
  },
  {
    id: 'RCV-07-first-element-is-the-timestamp',
    mustBreak: ['RCV-07', 'RCV-06'],
    mayBreak: ['RCV-04', 'RCV-08'],
    parts: timestampBy((header) => /^[^=]*=(\d+)/.exec(header)?.[1]),
  },
  {
    id: 'RCV-07-second-element-is-the-signature',
    mustBreak: ['RCV-07', 'RCV-06'],
    mayBreak: ['RCV-08', 'RCV-05'],
    parts: { parse: (header) => ({ t: rightParts.parse(header)?.t, v2: [splitAtFirst(header.split(',')[1] ?? '')[1]] }) },
  },
];

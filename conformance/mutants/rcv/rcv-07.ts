import { type ReceiverParts, rightParts, splitAtFirst } from '../peer/receiver-parts.ts';
import type { ReceiverMutants } from '../receiver-mutant.ts';

/** Refuses a header with an unexpected element. */
function refusing(isWrong: (prefix: string, value: string) => boolean): Partial<ReceiverParts> {
  return {
    parse: (header) => (header.split(',').some((element) => isWrong(...splitAtFirst(element))) ? undefined : rightParts.parse(header)),
  };
}

/** Finds the timestamp in another way. */
function timestampBy(find: (header: string) => string | undefined): Partial<ReceiverParts> {
  return { parse: (header) => ({ v2: rightParts.parse(header)?.v2 ?? [], t: find(header) }) };
}

export const mutants: ReceiverMutants = {
  'unknown-elements-are-errors': { mayBreak: ['RCV-08'], ...refusing((prefix) => prefix !== 't' && prefix !== 'v2') },
  'older-versions-are-errors': refusing((prefix) => prefix === 'v1'),
  'newer-versions-are-errors': refusing((prefix) => /^v\d+$/.test(prefix) && Number(prefix.slice(1)) > 2),
  'prefixes-of-letters-and-digits': refusing((prefix) => !/^[a-z0-9]+$/.test(prefix)),
  'values-of-letters-and-digits': { mayBreak: ['RCV-08'], ...refusing((_prefix, value) => !/^[\w=]*$/.test(value)) },
  'names-of-every-object': {
    parse: (header) => {
      const found: Record<string, string> = {};
      for (const [prefix, value] of header.split(',').map(splitAtFirst)) {
        if (prefix !== 'v2' && prefix in found) return undefined;
        found[prefix] = value;
      }
      return rightParts.parse(header);
    },
  },
  'exactly-two-elements': {
    mayBreak: ['RCV-06', 'RCV-08'],
    parse: (header) => (header.split(',').length === 2 ? rightParts.parse(header) : undefined),
  },
  'begins-like-t': timestampBy((header) =>
    header
      .split(',')
      .find((element) => element.startsWith('t'))
      ?.replace(/^[^=]*=/, ''),
  ),
  'timestamp-found-anywhere': {
    mayBreak: ['RCV-04', 'RCV-08'],
    ...timestampBy((header) => /t=(\d+)/.exec(header)?.[1]),
  },
  'first-element-is-the-timestamp': {
    mustAlsoBreak: ['RCV-06'],
    mayBreak: ['RCV-04', 'RCV-08'],
    ...timestampBy((header) => /^[^=]*=(\d+)/.exec(header)?.[1]),
  },
  'second-element-is-the-signature': {
    mustAlsoBreak: ['RCV-06'],
    mayBreak: ['RCV-08', 'RCV-05'],
    parse: (header) => ({ t: rightParts.parse(header)?.t, v2: [splitAtFirst(header.split(',')[1] ?? '')[1]] }),
  },
};

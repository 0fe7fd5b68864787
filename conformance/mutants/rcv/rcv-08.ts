import type { ReceiverMutant } from '../receiver-mutant.ts';

/** Splits each element of a header in another way. Undefined if that is impossible. */
function splitting(split: (element: string) => readonly [prefix: string, value: string] | undefined): ReceiverMutant['parts'] {
  return {
    parse: (header) => {
      const elements = header.split(',').map(split);
      if (elements.includes(undefined)) return undefined;
      const values = (name: string): string[] => elements.flatMap((element) => (element?.[0] === name ? [element[1]] : []));
      return { t: values('t')[0], v2: values('v2') };
    },
  };
}

/** Faulty receivers that the check of RCV-08 must catch. */
export const mutants: readonly ReceiverMutant[] = [
  {
    id: 'RCV-08-rest-is-dropped',
    mustBreak: ['RCV-08'],
    parts: splitting((element) => {
      const [prefix = '', value = ''] = element.split('=');
      return [prefix, value];
    }),
  },
  {
    id: 'RCV-08-one-equals-sign-and-no-more',
    mustBreak: ['RCV-08'],
    parts: splitting((element) => {
      const [prefix = '', value = '', ...more] = element.split('=');
      return more.length === 0 ? [prefix, value] : undefined;
    }),
  },
  {
    id: 'RCV-08-value-behind-the-last-one',
    mustBreak: ['RCV-08'],
    parts: splitting((element) => [element.slice(0, element.indexOf('=')), element.slice(element.lastIndexOf('=') + 1)]),
  },
  {
    id: 'RCV-08-padding-is-taken-away',
    mustBreak: ['RCV-08'],
    parts: splitting((element) => {
      const at = element.indexOf('=');
      return [element.slice(0, at), element.slice(at + 1).replace(/=+$/, '')];
    }),
  },
  {
    id: 'RCV-08-empty-parts-are-skipped',
    mustBreak: ['RCV-08'],
    parts: splitting((element) => {
      const [prefix = '', ...values] = element.split('=').filter((part) => part !== '');
      return [prefix, values.join('=')];
    }),
  },
  {
    id: 'RCV-08-pairs-found-anywhere',
    mustBreak: ['RCV-08'],
    mayBreak: ['RCV-05', 'RCV-07'],
    parts: {
      parse: (header) => {
        const pairs = [...header.matchAll(/(\w+)=(\w+)/g)].map(([, prefix = '', value = '']) => [prefix, value] as const);
        return {
          t: pairs.find(([prefix]) => prefix === 't')?.[1],
          v2: pairs.flatMap(([prefix, value]) => (prefix === 'v2' ? [value] : [])),
        };
      },
    },
  },
];

import type { ReceiverParts } from '../peer/receiver-parts.ts';
import type { ReceiverMutants } from '../receiver-mutant.ts';

/** Splits each element of a header in another way. Undefined if that is impossible. */
function splitting(split: (element: string) => readonly [prefix: string, value: string] | undefined): Partial<ReceiverParts> {
  return {
    parse: (header) => {
      const elements = header.split(',').map(split);
      if (elements.includes(undefined)) return undefined;
      const values = (name: string): string[] => elements.flatMap((element) => (element?.[0] === name ? [element[1]] : []));
      return { t: values('t')[0], v2: values('v2') };
    },
  };
}

export const mutants: ReceiverMutants = {
  'rest-is-dropped': splitting((element) => {
    const [prefix = '', value = ''] = element.split('=');
    return [prefix, value];
  }),
  'one-equals-sign-and-no-more': splitting((element) => {
    const [prefix = '', value = '', ...more] = element.split('=');
    return more.length === 0 ? [prefix, value] : undefined;
  }),
  'value-behind-the-last-one': splitting((element) => [
    element.slice(0, element.indexOf('=')),
    element.slice(element.lastIndexOf('=') + 1),
  ]),
  'padding-is-taken-away': splitting((element) => {
    const at = element.indexOf('=');
    return [element.slice(0, at), element.slice(at + 1).replace(/=+$/, '')];
  }),
  'empty-parts-are-skipped': splitting((element) => {
    const [prefix = '', ...values] = element.split('=').filter((part) => part !== '');
    return [prefix, values.join('=')];
  }),
  'pairs-found-anywhere': {
    mayBreak: ['RCV-05', 'RCV-07'],
    parse: (header) => {
      const pairs = [...header.matchAll(/(\w+)=(\w+)/g)].map(([, prefix = '', value = '']) => [prefix, value] as const);
      return {
        t: pairs.find(([prefix]) => prefix === 't')?.[1],
        v2: pairs.flatMap(([prefix, value]) => (prefix === 'v2' ? [value] : [])),
      };
    },
  },
};

import { createHmac } from 'node:crypto';
import type { ReceiverMutant } from '../receiver-mutant.ts';

type IsEqual = NonNullable<ReceiverMutant['parts']['isEqual']>;

function equal(id: string, isEqual: IsEqual, others: Partial<Pick<ReceiverMutant, 'mayBreak'>> = {}): ReceiverMutant {
  return { id, mustBreak: ['RCV-03'], parts: { isEqual }, ...others };
}

/** Faulty receivers that the check of RCV-03 must catch. */
export const mutants: readonly ReceiverMutant[] = [
  equal('RCV-03-prefix-of-the-signature', (expected, v2) => expected.startsWith(v2)),
  equal('RCV-03-signature-as-prefix', (expected, v2) => v2.startsWith(expected), { mayBreak: ['RCV-08'] }),
  equal('RCV-03-signature-somewhere-inside', (expected, v2) => v2.includes(expected), { mayBreak: ['RCV-08'] }),
  equal('RCV-03-part-of-the-signature', (expected, v2) => expected.includes(v2)),
  equal(
    'RCV-03-as-long-as-the-shorter',
    (expected, v2) => {
      let difference = 0;
      for (let index = 0; index < Math.min(expected.length, v2.length); index += 1)
        difference |= expected.charCodeAt(index) ^ v2.charCodeAt(index);
      return difference === 0;
    },
    { mayBreak: ['RCV-08'] },
  ),
  equal('RCV-03-first-eight-digits', (expected, v2) => expected.slice(0, 8) === v2.slice(0, 8), { mayBreak: ['RCV-08'] }),
  equal('RCV-03-decoded-hexadecimal', (expected, v2) => Buffer.from(expected, 'hex').equals(Buffer.from(v2, 'hex')), {
    mayBreak: ['RCV-08'],
  }),
  equal('RCV-03-empty-is-equal', (expected, v2) => v2 === '' || v2 === expected),
  equal(
    'RCV-03-last-digit-decides',
    (expected, v2) => {
      let difference = expected.length - v2.length;
      for (let index = 0; index < expected.length; index += 1) difference = expected.charCodeAt(index) ^ v2.charCodeAt(index);
      return difference === 0;
    },
    { mayBreak: ['RCV-02', 'RCV-05', 'RCV-06', 'RCV-12', 'RCV-13', 'RCV-04', 'RCV-08', 'RCV-16'] },
  ),
  equal('RCV-03-digits-in-any-order', (expected, v2) => [...expected].sort().join('') === [...v2].sort().join(''), {
    mayBreak: ['RCV-05', 'RCV-06', 'RCV-13'],
  }),
  equal('RCV-03-lengths-unseen', (expected, v2) => [...expected].every((digit, index) => v2[index] === digit), { mayBreak: ['RCV-08'] }),
  {
    id: 'RCV-03-body-alone-as-well',
    mustBreak: ['RCV-03'],
    parts: alsoTaken((secret, _t, body) => createHmac('sha256', secret).update(body)),
  },
  {
    id: 'RCV-03-without-the-point-as-well',
    mustBreak: ['RCV-03'],
    parts: alsoTaken((secret, t, body) => createHmac('sha256', secret).update(t).update(body)),
  },
  {
    id: 'RCV-03-sha1-as-well',
    mustBreak: ['RCV-03'],
    parts: alsoTaken((secret, t, body) => createHmac('sha1', secret).update(`${t}.`).update(body)),
  },
  {
    id: 'RCV-03-sha512-as-well',
    mustBreak: ['RCV-03'],
    parts: alsoTaken((secret, t, body) => createHmac('sha512', secret).update(`${t}.`).update(body)),
  },
];

/** Also accepts what an older version of the service supposedly sent. */
function alsoTaken(older: (secret: string, t: string, body: Buffer) => ReturnType<typeof createHmac>): ReceiverMutant['parts'] {
  return {
    sign: (secret, t, body) => {
      const right = createHmac('sha256', secret).update(`${t}.`).update(body).digest('hex');
      return `${right} ${older(secret, t, body).digest('hex')}`;
    },
    isEqual: (expected, v2) => expected.split(' ').includes(v2),
  };
}

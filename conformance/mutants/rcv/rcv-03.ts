import { createHmac } from 'node:crypto';
import type { ReceiverParts } from '../peer/receiver-parts.ts';
import type { ReceiverMutants } from '../receiver-mutant.ts';

export const mutants: ReceiverMutants = {
  'prefix-of-the-signature': { isEqual: (expected, v2) => expected.startsWith(v2) },
  'signature-as-prefix': { mayBreak: ['RCV-08'], isEqual: (expected, v2) => v2.startsWith(expected) },
  'signature-somewhere-inside': { mayBreak: ['RCV-08'], isEqual: (expected, v2) => v2.includes(expected) },
  'part-of-the-signature': { isEqual: (expected, v2) => expected.includes(v2) },
  'as-long-as-the-shorter': {
    mayBreak: ['RCV-08'],
    isEqual: (expected, v2) => {
      let difference = 0;
      for (let index = 0; index < Math.min(expected.length, v2.length); index += 1)
        difference |= expected.charCodeAt(index) ^ v2.charCodeAt(index);
      return difference === 0;
    },
  },
  'first-eight-digits': { mayBreak: ['RCV-08'], isEqual: (expected, v2) => expected.slice(0, 8) === v2.slice(0, 8) },
  'decoded-hexadecimal': { mayBreak: ['RCV-08'], isEqual: (expected, v2) => Buffer.from(expected, 'hex').equals(Buffer.from(v2, 'hex')) },
  'empty-is-equal': { isEqual: (expected, v2) => v2 === '' || v2 === expected },
  'last-digit-decides': {
    mayBreak: ['RCV-02', 'RCV-05', 'RCV-06', 'RCV-12', 'RCV-13', 'RCV-04', 'RCV-08', 'RCV-16'],
    isEqual: (expected, v2) => {
      let difference = expected.length - v2.length;
      for (let index = 0; index < expected.length; index += 1) difference = expected.charCodeAt(index) ^ v2.charCodeAt(index);
      return difference === 0;
    },
  },
  'digits-in-any-order': {
    mayBreak: ['RCV-05', 'RCV-06', 'RCV-13'],
    isEqual: (expected, v2) => [...expected].sort().join('') === [...v2].sort().join(''),
  },
  'lengths-unseen': { mayBreak: ['RCV-08'], isEqual: (expected, v2) => [...expected].every((digit, index) => v2[index] === digit) },
  'body-alone-as-well': alsoTaken((secret, _t, body) => createHmac('sha256', secret).update(body)),
  'without-the-point-as-well': alsoTaken((secret, t, body) => createHmac('sha256', secret).update(t).update(body)),
  'sha1-as-well': alsoTaken((secret, t, body) => createHmac('sha1', secret).update(`${t}.`).update(body)),
  'sha512-as-well': alsoTaken((secret, t, body) => createHmac('sha512', secret).update(`${t}.`).update(body)),
};

/** Also accepts what an older version of the service supposedly sent. */
function alsoTaken(older: (secret: string, t: string, body: Buffer) => ReturnType<typeof createHmac>): Partial<ReceiverParts> {
  return {
    sign: (secret, t, body) => {
      const right = createHmac('sha256', secret).update(`${t}.`).update(body).digest('hex');
      return `${right} ${older(secret, t, body).digest('hex')}`;
    },
    isEqual: (expected, v2) => expected.split(' ').includes(v2),
  };
}

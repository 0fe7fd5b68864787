import { delivering, isOf } from '../faults/attempts.ts';
import { SIGNATURE_HEADER, signed, timestampOf } from '../faults/signatures.ts';
import type { Mutants } from '../mutant.ts';
import { headerOf, withHeader } from '../peer/message.ts';
import type { Delivered } from '../peer/relay.ts';

/** Signs only the first bytes of the body. */
function signedStart(delivery: Delivered, bytes: number): Delivered {
  const start = Buffer.from(delivery.body).subarray(0, bytes);
  return signed(delivery, { text: Buffer.concat([Buffer.from(`${timestampOf(delivery)}.`), start]) });
}

export const mutants: Mutants = {
  'no-point': {
    mustAlsoBreak: ['SIG-03'],
    mayBreak: ['HOOK-04', 'HOOK-05', 'HOOK-07'],
    deliveryFault: delivering((delivery) => signed(delivery, { text: timestampOf(delivery) + delivery.body })),
  },
  'signs-the-escaped-body': {
    mustAlsoBreak: ['SIG-03'],
    deliveryFault: delivering((delivery) => {
      const escaped = delivery.body.replaceAll(/[^ -~]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
      return signed(delivery, { text: `${timestampOf(delivery)}.${escaped}` });
    }),
  },
  'signs-four-kilobytes': {
    mustAlsoBreak: ['SIG-03'],
    deliveryFault: delivering((delivery) => signedStart(delivery, 4_096)),
  },
  'signs-64-kilobytes-of-new-documents': {
    mustAlsoBreak: ['SIG-03'],
    deliveryFault: delivering((delivery) => (isOf(delivery, 'Documento.Create') ? signedStart(delivery, 65_536) : delivery)),
  },
  'signs-64-kilobytes-of-what-is-issued': {
    mustAlsoBreak: ['SIG-03'],
    deliveryFault: delivering((delivery) => (isOf(delivery, 'Documento.Emit') ? signedStart(delivery, 65_536) : delivery)),
  },
  'retries-keep-the-first-signature': {
    mustAlsoBreak: ['SIG-03'],
    // The suite tells webhooks with the same Url apart by their signatures.
    mayBreak: ['HOOK-14'],
    deliveryFault: delivering((delivery) => {
      const [first] = delivery.earlierAttempts;
      const v2 = /v2=\w+/.exec(headerOf(first ?? delivery, SIGNATURE_HEADER) ?? '')?.[0] ?? '';
      return withHeader(delivery, SIGNATURE_HEADER, `t=${timestampOf(delivery)},${v2}`);
    }),
  },
};

import { isOf } from '../faults/attempts.ts';
import { changed, SIGNATURE_HEADER, signed, timestampOf } from '../faults/signatures.ts';
import type { Mutant } from '../mutant.ts';
import { headerOf, withHeader } from '../peer/message.ts';
import type { Delivered } from '../peer/relay.ts';

/** Signs only the first bytes of the body. */
function signedStart(delivery: Delivered, bytes: number): Delivered {
  const start = Buffer.from(delivery.body).subarray(0, bytes);
  return signed(delivery, { text: Buffer.concat([Buffer.from(`${timestampOf(delivery)}.`), start]) });
}

/** Faulty services that the check of SIG-02 must catch. */
export const mutants: readonly Mutant[] = [
  {
    id: 'SIG-02-body-without-timestamp',
    mustBreak: ['SIG-02', 'SIG-03'],
    mayBreak: ['HOOK-04', 'HOOK-05', 'HOOK-07'],
    deliveryFault: changed((delivery) => signed(delivery, { text: delivery.body })),
  },
  {
    id: 'SIG-02-no-point',
    mustBreak: ['SIG-02', 'SIG-03'],
    mayBreak: ['HOOK-04', 'HOOK-05', 'HOOK-07'],
    deliveryFault: changed((delivery) => signed(delivery, { text: timestampOf(delivery) + delivery.body })),
  },
  {
    id: 'SIG-02-signs-the-escaped-body',
    mustBreak: ['SIG-02', 'SIG-03'],
    deliveryFault: changed((delivery) => {
      const escaped = delivery.body.replaceAll(/[^ -~]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
      return signed(delivery, { text: `${timestampOf(delivery)}.${escaped}` });
    }),
  },
  {
    id: 'SIG-02-signs-the-pretty-body',
    mustBreak: ['SIG-02', 'SIG-03'],
    mayBreak: ['HOOK-04', 'HOOK-05', 'HOOK-07'],
    deliveryFault: changed((delivery) =>
      signed(delivery, { text: `${timestampOf(delivery)}.${JSON.stringify(JSON.parse(delivery.body), null, 2)}` }),
    ),
  },
  {
    id: 'SIG-02-signs-four-kilobytes',
    mustBreak: ['SIG-02', 'SIG-03'],
    deliveryFault: changed((delivery) => signedStart(delivery, 4_096)),
  },
  {
    id: 'SIG-02-signs-64-kilobytes-of-new-documents',
    mustBreak: ['SIG-02', 'SIG-03'],
    deliveryFault: changed((delivery) => (isOf(delivery, 'Documento.Create') ? signedStart(delivery, 65_536) : delivery)),
  },
  {
    id: 'SIG-02-signs-64-kilobytes-of-what-is-issued',
    mustBreak: ['SIG-02', 'SIG-03'],
    deliveryFault: changed((delivery) => (isOf(delivery, 'Documento.Emit') ? signedStart(delivery, 65_536) : delivery)),
  },
  {
    id: 'SIG-02-retries-keep-the-first-signature',
    mustBreak: ['SIG-02', 'SIG-03'],
    // The suite tells webhooks with the same Url apart by their signatures.
    mayBreak: ['HOOK-14'],
    deliveryFault: changed((delivery) => {
      const [first] = delivery.earlierAttempts;
      const v2 = /v2=\w+/.exec(headerOf(first ?? delivery, SIGNATURE_HEADER) ?? '')?.[0] ?? '';
      return withHeader(delivery, SIGNATURE_HEADER, `t=${timestampOf(delivery)},${v2}`);
    }),
  },
];

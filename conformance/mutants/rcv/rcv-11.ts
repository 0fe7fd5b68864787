import { rightParts } from '../peer/receiver-parts.ts';
import type { ReceiverMutant } from '../receiver-mutant.ts';

/** Verifies the body after parsing and serialising it again. */
function signing(rewrite: (body: Buffer) => string | Buffer): ReceiverMutant['parts'] {
  return { sign: (secret, t, body) => rightParts.sign(secret, t, Buffer.from(rewrite(body))) };
}

/** Faulty receivers that the check of RCV-11 must catch. */
export const mutants: readonly ReceiverMutant[] = [
  {
    id: 'RCV-11-serialised-anew',
    mustBreak: ['RCV-11', 'RCV-02'],
    parts: signing((body) => JSON.stringify(JSON.parse(body.toString('utf8')))),
  },
  { id: 'RCV-11-decoded-as-latin1', mustBreak: ['RCV-11'], mayBreak: ['RCV-01'], parts: signing((body) => body.toString('latin1')) },
  { id: 'RCV-11-decoded-as-ascii', mustBreak: ['RCV-11'], mayBreak: ['RCV-01'], parts: signing((body) => body.toString('ascii')) },
  { id: 'RCV-11-trimmed', mustBreak: ['RCV-11', 'RCV-02'], parts: signing((body) => body.toString('utf8').trim()) },
  { id: 'RCV-11-line-breaks-of-one-kind', mustBreak: ['RCV-11'], parts: signing((body) => body.toString('utf8').replaceAll('\r\n', '\n')) },
  { id: 'RCV-11-characters-composed', mustBreak: ['RCV-11'], parts: signing((body) => body.toString('utf8').normalize('NFC')) },
  { id: 'RCV-11-first-packet-alone', mustBreak: ['RCV-11'], parts: signing((body) => body.subarray(0, 16_384)) },
  {
    id: 'RCV-11-line-separators-escaped',
    mustBreak: ['RCV-11'],
    parts: signing((body) => body.toString('utf8').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')),
  },
  { id: 'RCV-11-slashes-unescaped', mustBreak: ['RCV-11'], parts: signing((body) => body.toString('utf8').replaceAll('\\/', '/')) },
  {
    id: 'RCV-11-lines-joined',
    mustBreak: ['RCV-11', 'RCV-02'],
    parts: signing((body) => body.toString('utf8').split(/\r?\n/).join('')),
  },
];

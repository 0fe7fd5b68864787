import { type ReceiverParts, rightParts } from '../peer/receiver-parts.ts';
import type { ReceiverMutants } from '../receiver-mutant.ts';

/** Verifies the body after parsing and serialising it again. */
function signing(rewrite: (body: Buffer) => string | Buffer): Partial<ReceiverParts> {
  return { sign: (secret, t, body) => rightParts.sign(secret, t, Buffer.from(rewrite(body))) };
}

export const mutants: ReceiverMutants = {
  'serialised-anew': {
    mustAlsoBreak: ['RCV-02'],
    ...signing((body) => JSON.stringify(JSON.parse(body.toString('utf8')))),
  },
  'decoded-as-latin1': { mayBreak: ['RCV-01'], ...signing((body) => body.toString('latin1')) },
  'decoded-as-ascii': { mayBreak: ['RCV-01'], ...signing((body) => body.toString('ascii')) },
  trimmed: { mustAlsoBreak: ['RCV-02'], ...signing((body) => body.toString('utf8').trim()) },
  'line-breaks-of-one-kind': signing((body) => body.toString('utf8').replaceAll('\r\n', '\n')),
  'characters-composed': signing((body) => body.toString('utf8').normalize('NFC')),
  'first-packet-alone': signing((body) => body.subarray(0, 16_384)),
  'line-separators-escaped': signing((body) => body.toString('utf8').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')),
  'slashes-unescaped': signing((body) => body.toString('utf8').replaceAll('\\/', '/')),
  'lines-joined': { mustAlsoBreak: ['RCV-02'], ...signing((body) => body.toString('utf8').split(/\r?\n/).join('')) },
};

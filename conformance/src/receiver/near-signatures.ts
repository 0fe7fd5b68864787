import { createHash, createHmac } from 'node:crypto';

/** What was signed wrongly in a way that is known. */
interface NearMiss {
  readonly what: string;
  readonly bytes: (secret: string, timestamp: string, body: Buffer) => Buffer;
}

const hmac = (algorithm: string, key: string | Buffer, ...parts: readonly (string | Buffer)[]): Buffer => {
  const made = createHmac(algorithm, key);
  for (const part of parts) made.update(part);
  return made.digest();
};

/** Mistakes in making a signature, the likeliest first. */
const nearMisses: readonly NearMiss[] = [
  { what: 'the HMAC of the body alone, without t and the point', bytes: (secret, _t, body) => hmac('sha256', secret, body) },
  { what: 'the HMAC of t and the body without the point between them', bytes: (secret, t, body) => hmac('sha256', secret, t, body) },
  { what: 'HMAC-SHA-512 in the place of HMAC-SHA-256', bytes: (secret, t, body) => hmac('sha512', secret, `${t}.`, body) },
  { what: 'HMAC-SHA-1 in the place of HMAC-SHA-256', bytes: (secret, t, body) => hmac('sha1', secret, `${t}.`, body) },
  {
    what: 'made over the body as Latin-1 in the place of UTF-8',
    bytes: (secret, t, body) => hmac('sha256', secret, `${t}.`, latin1(body)),
  },
  {
    what: 'made over the body with its letters escaped (\\u00e0)',
    bytes: (secret, t, body) => hmac('sha256', secret, `${t}.`, escaped(body)),
  },
  {
    what: 'made over the body as it is written again: JSON without spaces',
    bytes: (secret, t, body) => hmac('sha256', secret, `${t}.`, rewritten(body, 0)),
  },
  {
    what: 'made over the body as it is written again: JSON with indentation',
    bytes: (secret, t, body) => hmac('sha256', secret, `${t}.`, rewritten(body, 2)),
  },
  {
    what: 'made over the body without its last line break',
    bytes: (secret, t, body) => hmac('sha256', secret, `${t}.`, body.toString('utf8').trimEnd()),
  },
  {
    what: 'keyed with what the secret is in base64',
    bytes: (secret, t, body) => hmac('sha256', Buffer.from(secret.replace(/^whsec_/, ''), 'base64'), `${t}.`, body),
  },
  { what: 'keyed with what the secret is in hex', bytes: (secret, t, body) => hmac('sha256', Buffer.from(secret, 'hex'), `${t}.`, body) },
  {
    what: 'keyed with the secret without its prefix',
    bytes: (secret, t, body) => hmac('sha256', secret.replace(/^[a-z]+_/, ''), `${t}.`, body),
  },
  {
    what: 'a plain SHA-256 of the secret, t and the body, and no HMAC',
    bytes: (secret, t, body) => createHash('sha256').update(secret).update(`${t}.`).update(body).digest(),
  },
];

/** Another webhook's secret, under the words that name it. */
export interface OtherSecret {
  readonly what: string;
  readonly secret: string;
}

/** What a signature is in the place of the right one, where it is a known mistake; undefined if it is none. */
export function nearMiss(
  {
    secret,
    timestamp,
    body,
    signatures,
  }: { readonly secret: string; readonly timestamp: string; readonly body: Buffer; readonly signatures: readonly string[] },
  others: readonly OtherSecret[] = [],
): string | undefined {
  const isMade = (bytes: Buffer): boolean =>
    signatures.some((signature) =>
      [bytes.toString('hex'), bytes.toString('base64'), bytes.toString('base64url')].includes(asWritten(signature)),
    );
  const other = others.find((one) => isMade(hmac('sha256', one.secret, `${timestamp}.`, body)));
  if (other !== undefined) return `keyed with the secret of ${other.what}`;
  const found = nearMisses.find(({ bytes }) => isMade(bytes(secret, timestamp, body)));
  if (found !== undefined) return found.what;
  const [right] = [hmac('sha256', secret, `${timestamp}.`, body)];
  return signatures.some((signature) => signature.length >= 16 && right.toString('hex').startsWith(signature.toLowerCase()))
    ? 'the right value cut short'
    : undefined;
}

/** Hexadecimal digits count in any case. */
function asWritten(signature: string): string {
  return /^[0-9a-f]+$/i.test(signature) ? signature.toLowerCase() : signature;
}

function latin1(body: Buffer): Buffer {
  return Buffer.from(body.toString('utf8'), 'latin1');
}

function escaped(body: Buffer): string {
  return body.toString('utf8').replaceAll(/[\u0080-\uffff]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function rewritten(body: Buffer, indentation: number): string {
  try {
    return JSON.stringify(JSON.parse(body.toString('utf8')), null, indentation);
  } catch {
    return '';
  }
}

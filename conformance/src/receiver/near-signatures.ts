import { createHash, createHmac } from 'node:crypto';

/** A known mistake in making a signature. */
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
  { what: 'the HMAC of the body alone, without t and the dot', bytes: (secret, _t, body) => hmac('sha256', secret, body) },
  { what: 'the HMAC of t and the body without the dot between them', bytes: (secret, t, body) => hmac('sha256', secret, t, body) },
  { what: 'HMAC-SHA-512 instead of HMAC-SHA-256', bytes: (secret, t, body) => hmac('sha512', secret, `${t}.`, body) },
  { what: 'HMAC-SHA-1 instead of HMAC-SHA-256', bytes: (secret, t, body) => hmac('sha1', secret, `${t}.`, body) },
  {
    what: 'made over the body as Latin-1 instead of UTF-8',
    bytes: (secret, t, body) => hmac('sha256', secret, `${t}.`, latin1(body)),
  },
  {
    what: 'made over the body with escaped characters (\\u00e0)',
    bytes: (secret, t, body) => hmac('sha256', secret, `${t}.`, escaped(body)),
  },
  {
    what: 'made over the body serialised again, as JSON without spaces',
    bytes: (secret, t, body) => hmac('sha256', secret, `${t}.`, rewritten(body, 0)),
  },
  {
    what: 'made over the body serialised again, as JSON with indentation',
    bytes: (secret, t, body) => hmac('sha256', secret, `${t}.`, rewritten(body, 2)),
  },
  {
    what: 'made over the body without its last line break',
    bytes: (secret, t, body) => hmac('sha256', secret, `${t}.`, body.toString('utf8').trimEnd()),
  },
  {
    what: 'keyed with the secret decoded from base64',
    bytes: (secret, t, body) => hmac('sha256', Buffer.from(secret.replace(/^whsec_/, ''), 'base64'), `${t}.`, body),
  },
  { what: 'keyed with the secret decoded from hex', bytes: (secret, t, body) => hmac('sha256', Buffer.from(secret, 'hex'), `${t}.`, body) },
  {
    what: 'keyed with the secret without its prefix',
    bytes: (secret, t, body) => hmac('sha256', secret.replace(/^[a-z]+_/, ''), `${t}.`, body),
  },
  {
    what: 'a plain SHA-256 of the secret, t and the body, not an HMAC',
    bytes: (secret, t, body) => createHash('sha256').update(secret).update(`${t}.`).update(body).digest(),
  },
];

/** The secret of another webhook, and how to name that webhook. */
export interface OtherSecret {
  readonly what: string;
  readonly secret: string;
}

/** The known mistake behind a wrong signature; undefined if none is known. */
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

/** Hex digits are case-insensitive. */
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

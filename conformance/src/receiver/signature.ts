import { createHash, createHmac } from 'node:crypto';
import type { Attempt } from '../model/webhook.ts';
import { headerLines } from './attempt.ts';

/** A known mistake in making a signature: another algorithm, key or input than SIG-02 states. */
interface NearMiss {
  readonly what: string;
  readonly algorithm?: string;
  readonly key?: (secret: string) => string | Buffer;
  readonly input?: (timestamp: string, body: Buffer) => readonly (string | Buffer)[];
}

const text = (body: Buffer): string => body.toString('utf8');

/** Mistakes in making a signature, the likeliest first. */
const nearMisses: readonly NearMiss[] = [
  { what: 'the HMAC of the body alone, without t and the dot', input: (_t, body) => [body] },
  { what: 'the HMAC of t and the body without the dot between them', input: (t, body) => [t, body] },
  { what: 'HMAC-SHA-512 instead of HMAC-SHA-256', algorithm: 'sha512' },
  { what: 'HMAC-SHA-1 instead of HMAC-SHA-256', algorithm: 'sha1' },
  { what: 'made over the body as Latin-1 instead of UTF-8', input: (t, body) => [`${t}.`, Buffer.from(text(body), 'latin1')] },
  { what: 'made over the body with escaped characters (\\u00e0)', input: (t, body) => [`${t}.`, escaped(body)] },
  { what: 'made over the body serialised again, as JSON without spaces', input: (t, body) => [`${t}.`, rewritten(body, 0)] },
  { what: 'made over the body serialised again, as JSON with indentation', input: (t, body) => [`${t}.`, rewritten(body, 2)] },
  { what: 'made over the body without its last line break', input: (t, body) => [`${t}.`, text(body).trimEnd()] },
  { what: 'keyed with the secret decoded from base64', key: (secret) => Buffer.from(secret.replace(/^whsec_/, ''), 'base64') },
  { what: 'keyed with the secret decoded from hex', key: (secret) => Buffer.from(secret, 'hex') },
  { what: 'keyed with the secret without its prefix', key: (secret) => secret.replace(/^[a-z]+_/, '') },
];

/** What was signed, and the signatures that were sent. */
interface Signed {
  readonly secret: string;
  readonly timestamp: string;
  readonly body: Buffer;
  readonly signatures: readonly string[];
}

/** The secret of another webhook, and how to name that webhook. */
interface OtherSecret {
  readonly what: string;
  readonly secret: string;
}

/** The elements of a signature header as a receiver reads them: split at commas, each split at its first equals sign. */
export interface SignatureElements {
  readonly elements: readonly (readonly [prefix: string, value: string | undefined])[];
  readonly timestamps: readonly string[];
  readonly signatures: readonly string[];
}

/** Undefined if the header is missing or has more than one line. */
export function signatureOf(attempt: Attempt, headerName: string): SignatureElements | undefined {
  const lines = headerLines(attempt, headerName);
  const [line] = lines;
  if (line === undefined || lines.length !== 1) return undefined;
  const elements = line.split(',').map((element): readonly [string, string | undefined] => {
    const at = element.indexOf('=');
    return at < 0 ? [element.trim(), undefined] : [element.slice(0, at).trim(), element.slice(at + 1).trim()];
  });
  const values = (prefix: string): string[] => elements.flatMap(([name, value]) => (name === prefix && value !== undefined ? [value] : []));
  return { elements, timestamps: values('t'), signatures: values('v2') };
}

/** Whether one v2 value is the HMAC-SHA-256 of timestamp, dot and body under the secret: hex in any case, or base64 (SIG-02). */
export function isSignedWith(secret: string, timestamp: string, body: Buffer, signatures: readonly string[]): boolean {
  const expected = createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest();
  return signatures.some((signature) => encodings(signature).some((bytes) => bytes.equals(expected)));
}

function encodings(signature: string): readonly Buffer[] {
  if (/^[0-9a-f]{64}$/i.test(signature)) return [Buffer.from(signature, 'hex')];
  return /^[\w+/-]{43}=?$/.test(signature) ? [Buffer.from(signature, 'base64')] : [];
}

/** The start of Unix time in .NET ticks. */
const TICKS_AT_EPOCH = 621_355_968_000_000_000;

/**
 * A timestamp as Unix milliseconds. The source does not name its format: it may be in seconds, milliseconds, microseconds, nanoseconds,
 * .NET ticks (100 ns since the year 1), or an ISO 8601 date. Undefined if it is none of these.
 */
export function timestampMs(timestamp: string): number | undefined {
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(timestamp)) return Date.parse(timestamp);
  if (!/^\d+(\.\d+)?$/.test(timestamp)) return undefined;
  const value = Number(timestamp);
  if (value > 5e17 && value < 1e18) return (value - TICKS_AT_EPOCH) / 10_000;
  const power = [1e11, 1e14, 1e17, Number.POSITIVE_INFINITY].findIndex((limit) => value < limit);
  return (value * 1000) / 1000 ** power;
}

function made(
  { algorithm = 'sha256', key = (secret) => secret, input = (t, body) => [`${t}.`, body] }: Omit<NearMiss, 'what'>,
  signed: Signed,
): Buffer {
  const hmac = createHmac(algorithm, key(signed.secret));
  for (const part of input(signed.timestamp, signed.body)) hmac.update(part);
  return hmac.digest();
}

/** The known mistake behind a wrong signature; undefined if none is known. */
export function nearMiss(signed: Signed, others: readonly OtherSecret[] = []): string | undefined {
  const { secret, timestamp, body, signatures } = signed;
  const isMade = (bytes: Buffer): boolean =>
    signatures.some((signature) =>
      [bytes.toString('hex'), bytes.toString('base64'), bytes.toString('base64url')].includes(asWritten(signature)),
    );
  const other = others.find((one) => isMade(made({}, { ...signed, secret: one.secret })));
  if (other !== undefined) return `keyed with the secret of ${other.what}`;
  const found = nearMisses.find((miss) => isMade(made(miss, signed)));
  if (found !== undefined) return found.what;
  if (isMade(createHash('sha256').update(secret).update(`${timestamp}.`).update(body).digest()))
    return 'a plain SHA-256 of the secret, t and the body, not an HMAC';
  const right = made({}, signed).toString('hex');
  return signatures.some((signature) => signature.length >= 16 && right.startsWith(signature.toLowerCase()))
    ? 'the right value cut short'
    : undefined;
}

/** Hex digits are case-insensitive. */
function asWritten(signature: string): string {
  return /^[0-9a-f]+$/i.test(signature) ? signature.toLowerCase() : signature;
}

function escaped(body: Buffer): string {
  return text(body).replaceAll(/[\u0080-\uffff]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function rewritten(body: Buffer, indentation: number): string {
  try {
    return JSON.stringify(JSON.parse(text(body)), null, indentation);
  } catch {
    return '';
  }
}

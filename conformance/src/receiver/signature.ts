import { createHmac } from 'node:crypto';
import type { Attempt } from '../model/webhook.ts';
import { headerLines } from './attempt.ts';

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

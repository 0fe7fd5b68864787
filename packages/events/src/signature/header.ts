import { signatureHeader } from '../generated/header-names.ts';
import { HEADER_WORD } from '../generated/limits.ts';
import { WebhookError } from '../webhook-error.ts';

const HEADER_CHARACTERS_MAX = 8192;

/** The content of a signature header, before anything is verified. */
export interface SignatureHeader {
  /** The timestamp exactly as received: these characters are what was signed. */
  readonly timestampText: string;
  /** The timestamp in Unix seconds. */
  readonly timestamp: number;
  /** Every v2 value, in the order received, not yet verified. */
  readonly signatures: readonly string[];
}

/**
 * The name of the signature header: `Service-Signature`, or with the product word of a live service in place of `Service` (D-13).
 *
 * @example
 * const header = request.headers.get(signatureHeaderName());
 */
export function signatureHeaderName(word: string = HEADER_WORD): string {
  return signatureHeader(word);
}

/** One line of `prefix=value` elements (SIG-01), the signature in lower-case hex and the timestamp in whole Unix seconds (SIG-05). */
export function formatSignatureHeader(timestamp: number, signatureHex: string): string {
  return `t=${timestamp},v2=${signatureHex}`;
}

/**
 * Splits a signature header into its timestamp and its v2 values. Elements with any other prefix are ignored (RCV-05, RCV-07),
 * and nothing is trimmed.
 *
 * @throws {WebhookError} `missing-header`, `malformed-header`, `no-timestamp` or `no-v2`
 * @example
 * const { timestamp, signatures } = parseSignatureHeader('t=1700000000,v2=5257a869e7ec');
 */
export function parseSignatureHeader(header: string | null | undefined): SignatureHeader {
  if (header === undefined || header === null || header === '') {
    throw new WebhookError('missing-header', 'The delivery has no signature header.'); // RCV-04
  }
  if (typeof header !== 'string' || header.length > HEADER_CHARACTERS_MAX) {
    throw new WebhookError('malformed-header', `The signature header is no string of at most ${HEADER_CHARACTERS_MAX} characters.`);
  }
  const { timestamps, signatures } = collect(header);
  const [timestampText, second] = timestamps;
  if (timestampText === undefined) throw new WebhookError('no-timestamp', 'The signature header has no t element.'); // RCV-04
  if (second !== undefined) throw new WebhookError('malformed-header', 'The signature header has two t elements.');
  if (signatures.length === 0) throw new WebhookError('no-v2', 'The signature header has no v2 element.'); // RCV-05
  return { timestampText, timestamp: parseTimestamp(timestampText), signatures };
}

/** An element is split at its first equals sign (RCV-08): it belongs to a prefix when it starts with the prefix and that sign. */
function collect(header: string): { timestamps: string[]; signatures: string[] } {
  const timestamps: string[] = [];
  const signatures: string[] = [];
  for (let start = 0, end = 0; end < header.length; start = end + 1) {
    const comma = header.indexOf(',', start);
    end = comma === -1 ? header.length : comma;
    if (header.startsWith('t=', start)) timestamps.push(header.slice(start + 2, end));
    else if (header.startsWith('v2=', start)) signatures.push(header.slice(start + 3, end));
  }
  return { timestamps, signatures };
}

/** Digits only (RCV-16), and few enough to be an exact number. */
function parseTimestamp(text: string): number {
  if (!/^[0-9]{1,15}$/.test(text)) {
    throw new WebhookError('malformed-header', 'The t element is not 1 to 15 digits.');
  }
  return Number(text);
}

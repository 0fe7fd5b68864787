import { Problem } from '../problem.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });
/** How JSON writes one unit of a surrogate pair. */
const HALF = /\\u[dD][89a-fA-F]/;
const ESCAPE = /\\(?:u([0-9a-fA-F]{4})|.)/g;

/** The JSON value of a raw body (400 when it is not JSON). */
export function parseJsonBody(raw: Buffer): unknown {
  try {
    const text = utf8.decode(raw);
    const value: unknown = JSON.parse(text);
    if (!HALF.test(text) || isPaired(text)) return value;
  } catch {
    throw new Problem('malformed-json', { detail: 'The body is not one JSON value in UTF-8.' });
  }
  throw new Problem('malformed-json', { detail: 'The body holds half of a surrogate pair, which is not a character.' });
}

/** Whether each escape of half a surrogate pair in JSON has its other half (D-18). Alone it has no bytes in UTF-8, and no store keeps it. */
function isPaired(json: string): boolean {
  let secondAt: number | undefined;
  for (const { index, 0: written, 1: digits = '0' } of json.matchAll(ESCAPE)) {
    const unit = Number.parseInt(digits, 16);
    const isSecond = unit >= 0xdc00 && unit <= 0xdfff;
    if (isSecond ? secondAt !== index : secondAt !== undefined) return false;
    secondAt = unit >= 0xd800 && unit <= 0xdbff ? index + written.length : undefined;
  }
  return secondAt === undefined;
}

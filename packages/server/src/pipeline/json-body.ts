import { Problem } from '../problem.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The JSON value of a raw body (400 when it is not JSON). */
export function parseJsonBody(raw: Buffer): unknown {
  try {
    return JSON.parse(utf8.decode(raw));
  } catch {
    throw new Problem('malformed-json', { detail: 'The body is not one JSON value in UTF-8.' });
  }
}

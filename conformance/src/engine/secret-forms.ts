import type { Secret } from './secret.ts';

/** One form in which a secret may occur in a text. */
export interface SecretForm {
  /** In lower case, because services may change case when they echo a value. */
  readonly text: string;
  readonly placeholder: string;
}

/** Shorter texts may occur anywhere by chance. */
export const SHORTEST_PART = 6;

/** A secret as it is, and as JSON, a URL, a form, HTML, base64 and hexadecimal encode it. */
export function formsOf({ value, placeholder }: Secret): readonly SecretForm[] {
  const json = JSON.stringify(value).slice(1, -1);
  const bytes = Buffer.from(value, 'utf8');
  const texts = [
    json,
    JSON.stringify(json).slice(1, -1),
    json.replaceAll('/', '\\/'),
    escapedToAscii(json),
    escapedToAscii(json).replaceAll('/', '\\/'),
    encodeURI(wellFormed(value)),
    encodeURIComponent(wellFormed(value)),
    new URLSearchParams({ x: value }).toString().slice(2),
    strictlyPercentEncoded(bytes),
    ...htmlForms(value),
    ...base64Forms(bytes),
    bytes.toString('hex'),
  ];
  const forms = [value, ...texts.filter((text) => text.length >= SHORTEST_PART)];
  return [...new Set(forms.map(foldCase))].map((text) => ({ text, placeholder }));
}

/** Lower-cases a text without moving any character. A character whose lower case has another length stays as it is. */
export function foldCase(text: string): string {
  if (isAscii(text)) return text.toLowerCase();
  return text.replaceAll(/[A-Z\u0080-\uffff]/g, (character) => {
    const lower = character.toLowerCase();
    return lower.length === character.length ? lower : character;
  });
}

/** Only ASCII characters take one byte. */
function isAscii(text: string): boolean {
  return Buffer.byteLength(text) === text.length;
}

function escapedToAscii(json: string): string {
  return json.replaceAll(/[^ -~]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function wellFormed(text: string): string {
  return text.toWellFormed();
}

/** Percent-encodes everything but letters, digits and four punctuation marks. */
function strictlyPercentEncoded(bytes: Buffer): string {
  return [...bytes]
    .map((byte) =>
      /[A-Za-z0-9._~-]/.test(String.fromCharCode(byte)) ? String.fromCharCode(byte) : `%${byte.toString(16).padStart(2, '0')}`,
    )
    .join('');
}

function htmlForms(value: string): readonly string[] {
  const markup = value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const quoted = markup.replaceAll('"', '&quot;');
  return [markup, quoted, quoted.replaceAll("'", '&#39;'), quoted.replaceAll("'", '&apos;'), quoted.replaceAll("'", '&#x27;')];
}

/** Base64 of a secret alone or inside a longer text such as `user:password`, at each byte alignment, without characters that share bits. */
function base64Forms(bytes: Buffer): readonly string[] {
  return [0, 1, 2].flatMap((offset) => {
    const encoded = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString('base64')
      .replace(/={1,2}$/, '');
    const own = encoded.slice(offset === 0 ? 0 : offset + 1, bytes.length % 3 === (3 - offset) % 3 ? undefined : -1);
    return [own, own.replaceAll('+', '-').replaceAll('/', '_')];
  });
}

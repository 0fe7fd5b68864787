import { operations } from '../generated/operations.ts';
import type { Secret } from './secret.ts';

/** Replaces every secret in a text by its placeholder. */
export type Hide = (text: string) => string;

/** A JSON member with this name is a password or secret, whoever made it. */
const SECRET_MEMBER = /("(?:password|secret)"\s*:\s*)"((?:[^"\\]|\\.)*)"/gi;

/**
 * Hides each secret wherever it occurs. A short one, or an ordinary word, is hidden only as a whole value, because a gap in a sentence
 * would reveal it.
 */
export function hider(secrets: readonly Secret[]): Hide {
  const known = byBeginning(secrets.flatMap(formsOf));
  const lengths = new Set([...known.keys()].map(({ length }) => length));
  return (text) => {
    const folded = foldCase(text);
    const isHidden = (form: SecretForm, at: number): boolean => folded.startsWith(form.text, at) && !isOurs(text, at, form.text.length);
    const shown: string[] = [];
    let end = 0;
    for (let at = 0; at < text.length; at += 1) {
      for (const length of lengths) {
        const form = known.get(folded.slice(at, at + length))?.find((each) => isHidden(each, at));
        if (form === undefined) continue;
        shown.push(text.slice(end, at), form.placeholder);
        end = at + form.text.length;
        at = end - 1;
        break;
      }
    }
    return (shown.join('') + text.slice(end)).replaceAll(SECRET_MEMBER, (whole, name: string, value: string) =>
      isPlaceholder(value, secrets) ? whole : `${name}"${madeFrom(value, secrets) ?? '<REDACTED>'}"`,
    );
  };
}

/** Whether a value is already a placeholder. */
function isPlaceholder(value: string, secrets: readonly Secret[]): boolean {
  return /^<(?:REDACTED>|first \d+ characters of )/.test(value) || secrets.some((secret) => value.startsWith(`<${nameOf(secret)}`));
}

/** The passwords and secrets in a text, as JSON writes them. */
export function secretMembers(text: string): readonly string[] {
  return [...text.matchAll(SECRET_MEMBER)].map(([, , value = '']) => value);
}

/** Groups forms by their beginning, the longest first. Searching for each form alone would take seconds, because there are many tokens. */
function byBeginning(forms: readonly SecretForm[]): ReadonlyMap<string, readonly SecretForm[]> {
  const found = new Map<string, SecretForm[]>();
  for (const form of forms.toSorted((left, right) => right.text.length - left.text.length)) {
    const beginning = form.text.slice(0, SHORTEST_PART);
    const others = found.get(beginning);
    if (others === undefined) found.set(beginning, [form]);
    else others.push(form);
  }
  return found;
}

/** Names the secret that a credential is or was derived from. That reveals the length of the secret, but no character. */
export function madeFrom(credential: string, secrets: readonly Secret[]): string | undefined {
  const right = secrets.find(({ value }) => value === credential);
  if (right) return right.placeholder;
  const longer = secrets.find(({ value }) => credential !== '' && value.startsWith(credential));
  if (longer) return `<first ${credential.length} characters of ${nameOf(longer)}>`;
  const shorter = secrets.find(({ value }) => credential.startsWith(value));
  if (shorter) return `<${nameOf(shorter)} and ${credential.length - shorter.value.length} more characters>`;
  for (const secret of secrets) {
    const [at, ...more] = differences(secret.value, credential);
    if (at !== undefined && more.length === 0) return `<${nameOf(secret)} with character ${at + 1} changed>`;
  }
  return undefined;
}

/** The positions at which two texts of equal length differ; none if their lengths differ. */
function differences(left: string, right: string): readonly number[] {
  return left.length === right.length ? [...left].flatMap((character, index) => (character === right[index] ? [] : [index])) : [];
}

function nameOf({ placeholder }: Secret): string {
  return placeholder.slice(1, -1);
}

/** Whether a match is a part of the suite's own text and not a value. A shell variable is a placeholder already. */
function isOurs(text: string, from: number, length: number): boolean {
  const [before, found, after] = [text.slice(0, from), text.slice(from, from + length), text.slice(from + length)];
  return before.endsWith('${') || ((length < SHORTEST_PART || isWords(found)) && !isValue(before, after));
}

/** Whether the text in between is a whole value: a quoted text that is no member name, what follows an equals sign, or the whole text. */
function isValue(before: string, after: string): boolean {
  if (before === '' && after === '') return true;
  if (before.endsWith('"')) return /^\\*"/.test(after) && !/^\\*"\s*:/.test(after);
  return before.endsWith('=') && /^(?:[&\s"]|$)/.test(after);
}

/** Whether a text consists of ordinary words, which may occur in a sentence or as a member name. */
function isWords(text: string): boolean {
  return text.split(' ').every((word) => /^\p{L}?\p{Ll}{0,11}$/u.test(word) || word in operations);
}

/** One form in which a secret may occur in a text. */
interface SecretForm {
  /** In lower case, because services may change case when they echo a value. */
  readonly text: string;
  readonly placeholder: string;
}

/** Shorter texts may occur anywhere by chance. */
export const SHORTEST_PART = 6;

/** A secret as it is, and as JSON, a URL, a form, HTML, base64 and hexadecimal encode it. */
function formsOf({ value, placeholder }: Secret): readonly SecretForm[] {
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
function foldCase(text: string): string {
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

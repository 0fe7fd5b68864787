import { operations } from '../generated/operations.ts';
import type { Secret } from './secret.ts';
import { foldCase, formsOf, type SecretForm, SHORTEST_PART } from './secret-forms.ts';

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

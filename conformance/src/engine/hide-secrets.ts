import { operations } from '../generated/operations.ts';
import type { Secret } from './secret.ts';
import { foldCase, formsOf, type SecretForm, SHORTEST_PART } from './secret-forms.ts';

/** Replaces every secret in a text by the name that stands for it. */
export type Hide = (text: string) => string;

/** A password or secret is known by the name of its member, whoever made it. */
const SECRET_MEMBER = /("(?:password|secret)"\s*:\s*)"((?:[^"\\]|\\.)*)"/gi;

/**
 * A secret is hidden wherever it stands. One that is an ordinary word, or short, is hidden as a whole value alone: a sentence with a hole in it
 * says what was there.
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

/** Whether a value is what stands for a secret already. */
function isPlaceholder(value: string, secrets: readonly Secret[]): boolean {
  return /^<(?:REDACTED>|first \d+ characters of )/.test(value) || secrets.some((secret) => value.startsWith(`<${nameOf(secret)}`));
}

/** What a text holds as passwords and secrets, as JSON writes them. */
export function secretMembers(text: string): readonly string[] {
  return [...text.matchAll(SECRET_MEMBER)].map(([, , value = '']) => value);
}

/** The longest first. To look for each form by itself would take seconds: tokens are many, and hardly any text holds one. */
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

/** Which secret a credential is, or how it was made from one. That tells how long the secret is, and nothing of what it holds. */
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

/** The places at which two texts of one length differ; none if their lengths do. */
function differences(left: string, right: string): readonly number[] {
  return left.length === right.length ? [...left].flatMap((character, index) => (character === right[index] ? [] : [index])) : [];
}

function nameOf({ placeholder }: Secret): string {
  return placeholder.slice(1, -1);
}

/** Whether a place is a part of our sentence, and no value. A variable of a shell stands for a secret already. */
function isOurs(text: string, from: number, length: number): boolean {
  const [before, found, after] = [text.slice(0, from), text.slice(from, from + length), text.slice(from + length)];
  return before.endsWith('${') || ((length < SHORTEST_PART || isWords(found)) && !isValue(before, after));
}

/** Whether what stands between them is a value by itself: a text in quotes that names no member, what follows an equals sign, or all there is. */
function isValue(before: string, after: string): boolean {
  if (before === '' && after === '') return true;
  if (before.endsWith('"')) return /^\\*"/.test(after) && !/^\\*"\s*:/.test(after);
  return before.endsWith('=') && /^(?:[&\s"]|$)/.test(after);
}

/** What may stand in a sentence, or name a member, by itself. */
function isWords(text: string): boolean {
  return text.split(' ').every((word) => /^\p{L}?\p{Ll}{0,11}$/u.test(word) || word in operations);
}

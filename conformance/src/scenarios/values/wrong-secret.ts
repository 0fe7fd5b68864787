import fc from 'fast-check';

const LOWER_CASE = '0123456789abcdefghijklmnopqrstuvwxyz';

/** Values that must not pass for a secret: nearly right ones, parts of it, and unrelated ones of the same length. */
export function wrongSecret(right: string): fc.Arbitrary<string> {
  const changed = fc.nat({ max: Math.max(0, right.length - 3) }).map((position) => changeCharacter(right, position));
  const length = Math.max(8, right.length);
  const stranger = fc
    .array(fc.constantFrom(...LOWER_CASE), { minLength: length, maxLength: length })
    .map((characters) => characters.join(''));
  const joined = fc.constantFrom(...SEPARATORS.flatMap((separator) => joinedBy(separator, right)));
  const patterns = fc.constantFrom(...PATTERNS, ...patternsOf(right));
  return fc.oneof(changed, stranger, joined, patterns, fc.constantFrom(...nearlyRight(right))).filter((value) => value !== right);
}

/** Characters that careless code may take for the end of a secret, or for a separator. */
const SEPARATORS = ['.', ',', ', ', ';', '; ', ':', '|', ' ', '/', '-', '_', '~', '+'];

/** The right secret with another word, which passes if careless code looks at one part of a list. */
function joinedBy(separator: string, right: string): readonly string[] {
  return [`${right}${separator}x1y2`, `x1y2${separator}${right}`];
}

/** The right secret with a wildcard for its last character, or for the rest of it. */
function patternsOf(right: string): readonly string[] {
  const rest = PATTERNS.map((pattern) => right.slice(0, -1) + pattern);
  return [...['_', '?', '.'].map((any) => right.slice(0, -1) + any), ...rest];
}

/** Wrong values that are always tried. They pass if a service compares only the start or the end, or ignores case. */
export function nearlyRight(right: string): readonly string[] {
  const values = [right.slice(0, -1), `${right}x1y2`, changeLast(right), otherCase(right)];
  return [...new Set(values)].filter((value) => value !== right && value !== '' && !isSameBase64(value, right));
}

/** Patterns that match any text: of a database, of file names, and a regular expression. */
const PATTERNS = ['%', '*', '.*'];

/** Wrong keys that are always tried: none, a part of the right one, a list that ends with the right one, other secrets, and a pattern. */
export function mistakenKeys(right: string, others: readonly string[]): readonly string[] {
  return ['', ...nearlyRight(right).slice(0, 1), `x1y2, ${right}`, ...others.filter((other) => other !== right), '%'];
}

/** Further wrong keys. */
export function otherMistakes(right: string): readonly string[] {
  return [...nearlyRight(right).slice(1), `x1y2${right}`, `${right}, x1y2`];
}

/** The text with one letter or digit replaced by another of its kind, at the position or the next such character. */
export function changeCharacter(text: string, position: number): string {
  for (let offset = 0; offset < text.length; offset += 1) {
    const at = (position + offset) % text.length;
    const replacement = neighbour(text[at] ?? '');
    if (replacement !== undefined) return text.slice(0, at) + replacement + text.slice(at + 1);
  }
  return `${text}x`;
}

function neighbour(character: string): string | undefined {
  if (/[0-8a-yA-Y]/.test(character)) return String.fromCharCode(character.charCodeAt(0) + 1);
  return { '9': '0', z: 'a', Z: 'A' }[character];
}

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Another last character. In base64 its highest bit differs, since decoders may ignore the lower ones. */
function changeLast(text: string): string {
  const at = BASE64.indexOf(text.at(-1) ?? '');
  return at < 0 ? changeCharacter(text, text.length - 1) : `${text.slice(0, -1)}${BASE64[(at + 32) % 64]}`;
}

/** One letter in the other case, if the text has both cases. A secret of one case may be hex, which has none, like a GUID. */
function otherCase(text: string): string {
  if (text === text.toLowerCase() || text === text.toUpperCase() || /^\{?[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\}?$/i.test(text))
    return text;
  const at = text.search(/[a-zA-Z]/);
  const letter = text[at] ?? '';
  return text.slice(0, at) + (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()) + text.slice(at + 1);
}

/** Whether only the padding of a base64 text differs, which some decoders do not need. */
function isSameBase64(value: string, right: string): boolean {
  return value.replace(/={1,2}$/, '') === right.replace(/={1,2}$/, '');
}

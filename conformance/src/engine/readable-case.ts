import fc from 'fast-check';

/** A longer run of the same character is shown as its length. */
const LONGEST_RUN = 8;
const LONGEST_TEXT = 160;

/** A case in readable form, such as `key = "~" x 65`, without code. */
export function readableCase(value: unknown): string {
  return isPlainObject(value) && !fc.hasToStringMethod(value) ? members(value, ' = ').join(', ') : readable(value);
}

function readable(value: unknown): string {
  if (typeof value === 'string') return readableText(value);
  if (isHistory(value)) return String(value).replaceAll(',', ', then ');
  if (fc.hasToStringMethod(value)) return fc.stringify(value);
  if (Array.isArray(value)) return readableList(value);
  if (isPlainObject(value)) return `{ ${members(value, ': ').join(', ')} }`;
  return fc.stringify(value);
}

function members(value: object, between: string): readonly string[] {
  // Functions are code, which nobody wants to read.
  const shown = Object.entries(value).filter(([, member]) => typeof member !== 'function');
  return shown.map(([name, member]) => `${name}${between}${readable(member)}`);
}

function readableList(values: readonly unknown[]): string {
  const shown = values.map(readable);
  const [first = ''] = shown;
  const isOneThing = shown.length > 3 && shown.every((one) => one === first);
  return isOneThing ? `${shown.length} x ${first}` : `[${shown.join(', ')}]`;
}

/** The text in quotation marks, with the lengths of long runs and without empty parts. */
function readableText(text: string): string {
  const cut = text.length > LONGEST_TEXT && !new RegExp(`(.)\\1{${LONGEST_RUN},}`, 's').test(text);
  const whole = cut ? text.slice(0, LONGEST_TEXT) : text;
  const parts = whole.split(new RegExp(`((.)\\2{${LONGEST_RUN},})`, 'su')).filter((_part, index) => index % 3 !== 2);
  const shown = parts.flatMap((part, index) => {
    if (part === '') return [];
    const [character = ''] = part;
    return index % 2 === 1 ? [`${JSON.stringify(character)} x ${[...part].length}`] : [JSON.stringify(part)];
  });
  return `${shown.join(' + ') || '""'}${cut ? `… (${text.length} characters)` : ''}`;
}

/** A sequence of steps, which fast-check prints with commas. */
function isHistory(value: unknown): value is Iterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.iterator in value && !Array.isArray(value);
}

function isPlainObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

/** A number of limits.yaml, as texts say it. */
export interface SaidLimit {
  readonly value: unknown;
  readonly unit: string;
}

/** How a text names a limit: `{limit:idempotencyRetention}`. */
export const LIMIT_IN_TEXT: RegExp = /\{limit:([^{}]*)\}/g;

/** A number with the unit of a limit, as limitWords writes it. */
export const NUMBER_WITH_UNIT: RegExp =
  /\b(\d+|two|three|four|five|six|seven|eight|nine|ten) (ms|seconds|minutes|hours|days|times|characters|entries|KiB|MiB)\b/;

const NUMBERS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

/** One and many of each unit that a text can say. */
const UNITS: Readonly<Record<string, readonly [string, string]>> = {
  ms: ['ms', 'ms'],
  s: ['second', 'seconds'],
  min: ['minute', 'minutes'],
  h: ['hour', 'hours'],
  d: ['day', 'days'],
  KiB: ['KiB', 'KiB'],
  MiB: ['MiB', 'MiB'],
  characters: ['character', 'characters'],
  entries: ['entry', 'entries'],
  times: ['time', 'times'],
};

/** A limit in words, `24 hours` or `five times`; undefined for what is no single number, or has no unit that is said. */
export function limitWords({ value, unit }: SaidLimit): string | undefined {
  const [one, many] = UNITS[unit] ?? [];
  if (typeof value !== 'number' || one === undefined) return undefined;
  const number = unit === 'times' ? (NUMBERS[value] ?? String(value)) : String(value);
  return `${number} ${value === 1 ? one : many}`;
}

/** The number that a text of limitWords says. */
export function numberSaid(words: string): number {
  const [first = ''] = words.split(' ');
  const number = NUMBERS.indexOf(first);
  return number === -1 ? Number(first) : number;
}

/** Puts each limit that a text of the document names in its place, in words. It changes the document, which the caller has just made. */
export function sayLimits<Document>(document: Document, limits: ReadonlyMap<string, SaidLimit>): Document {
  if (typeof document !== 'object' || document === null) return document;
  for (const [member, value] of Object.entries(document)) {
    if (typeof value === 'string') Reflect.set(document, member, sayLimitsIn(value, limits));
    else sayLimits(value, limits);
  }
  return document;
}

function sayLimitsIn(text: string, limits: ReadonlyMap<string, SaidLimit>): string {
  return text.replace(LIMIT_IN_TEXT, (whole, name: string) => {
    const limit = limits.get(name);
    return (limit && limitWords(limit)) ?? whole;
  });
}

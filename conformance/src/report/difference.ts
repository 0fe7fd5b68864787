import { diffLines, diffWordsWithSpace } from 'diff';

/** Texts that share less than this are not worth comparing. */
const LEAST_SHARED = 0.4;
/** A reader compares shorter texts at a glance. */
const SHORTEST = 24;
/** How many unchanged lines and characters are shown beside a change, and how many lines in all. */
const LINES_BESIDE = 1;
const CHARACTERS_BESIDE = 24;
const MOST_LINES = 30;

/**
 * The difference between two texts: lines with `-` are expected, lines with `+` actual. JSON is compared by members, other text by words,
 * with the differing parts in brackets. Undefined if the two have little in common, or are short.
 */
export function difference(expected: string, actual: string): string | undefined {
  if (expected === actual) return undefined;
  const [left, right] = [membersOf(expected), membersOf(actual)];
  const lines = left !== undefined && right !== undefined ? jsonLines(left, right) : textLines(expected, actual);
  return lines?.slice(0, MOST_LINES).join('\n');
}

/** The JSON of an object or a list, one member on each line, sorted by name. Undefined if it is neither. */
function membersOf(text: string): string | undefined {
  if (!/^\s*[{[]/.test(text)) return undefined;
  try {
    return `${JSON.stringify(sorted(JSON.parse(text)), null, 2)}\n`;
  } catch {
    return undefined;
  }
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, sorted(member)]));
}

function jsonLines(expected: string, actual: string): readonly string[] | undefined {
  const all = diffLines(expected, actual).flatMap(({ value, added, removed }) => {
    const sign = added ? '+' : removed ? '-' : ' ';
    return value
      .replace(/\n$/, '')
      .split('\n')
      .map((line) => `${sign} ${line}`);
  });
  const near = (index: number): boolean =>
    all.slice(Math.max(0, index - LINES_BESIDE), index + LINES_BESIDE + 1).some((line) => !line.startsWith(' '));
  const shown = all.filter((_line, index) => near(index));
  return shown.length === 0 ? undefined : shown;
}

function textLines(expected: string, actual: string): readonly string[] | undefined {
  if (Math.min(expected.length, actual.length) < SHORTEST) return undefined;
  const parts = diffWordsWithSpace(expected, actual);
  const shared = parts.reduce((sum, { value, added, removed }) => sum + (added || removed ? 0 : value.length), 0);
  if (shared < LEAST_SHARED * Math.max(expected.length, actual.length)) return undefined;
  const line = (sign: string, isOther: (part: (typeof parts)[number]) => boolean): string =>
    `${sign} ${parts
      .filter((part) => !isOther(part))
      .map(({ value, added, removed }) => (added || removed ? `[${value}]` : shortened(value)))
      .join('')}`;
  return [line('-', ({ added }) => added === true), line('+', ({ removed }) => removed === true)];
}

function shortened(text: string): string {
  return text.length <= 3 * CHARACTERS_BESIDE ? text : `${text.slice(0, CHARACTERS_BESIDE)} … ${text.slice(-CHARACTERS_BESIDE)}`;
}

import { type OptionKind, wholeNumber } from '#runtime';
import { invalid } from '../options/invalid.ts';

/**
 * A path of the contract with its parameters.
 *
 * @throws {InvalidArgumentError} for a value that is not an identifier, because it could change the path
 */
export function fillPath(path: string, parameter: (name: string) => unknown): string {
  const [start = '', ...parts] = path.split('{');
  let filled = start;
  for (const part of parts) {
    const [name = '', ...rest] = part.split('}');
    filled += identifier(name, parameter(name)) + rest.join('}');
  }
  return filled;
}

const whole = wholeNumber(0);

export const identifierKind: OptionKind = {
  expected: 'an identifier: a whole number, or a text of letters, digits, _ and -',
  accepts: (value) => whole.accepts(value) || (typeof value === 'string' && /^\w[\w-]*$/.test(value)),
};

/** @throws {InvalidArgumentError} for a value that is not an identifier */
export function identifier(name: string, value: unknown): string {
  if (identifierKind.accepts(value)) return String(value);
  throw invalid(`${name} must be ${identifierKind.expected}.`);
}

/**
 * The query with its question mark, or an empty text if there is none. Members that are undefined are left out.
 *
 * @throws {InvalidArgumentError} for a number that no query of the contract can hold
 */
export function queryString(query?: object): string {
  if (query === undefined) return '';
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (typeof value === 'number' && !whole.accepts(value)) throw invalid(`${name} must be ${whole.expected}.`);
    if (value !== undefined) search.append(name, String(value));
  }
  const text = String(search);
  return text && `?${text}`;
}

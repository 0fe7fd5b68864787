import { InvalidArgumentError } from '../errors/error-classes.ts';

/**
 * A path of the contract with its parameters.
 *
 * @throws {InvalidArgumentError} for a value that is not an identifier, since it could lead to another path
 */
export function fillPath(path: string, parameter: (name: string) => unknown): string {
  return path
    .split(/[{}]/)
    .map((part, index) => (index % 2 === 0 ? part : identifier(part, parameter(part))))
    .join('');
}

function identifier(name: string, value: unknown): string {
  const text = String(value);
  if (value !== undefined && /^[\w-]+$/.test(text)) return text;
  throw new InvalidArgumentError('invalid-argument', `${name} must be an identifier of letters, digits, _ and -.`);
}

/** The query with its question mark; nothing where there is none. Members that are undefined are left out. */
export function queryString(query?: object): string {
  if (!query) return '';
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.append(name, String(value));
  const text = String(search);
  return text && `?${text}`;
}

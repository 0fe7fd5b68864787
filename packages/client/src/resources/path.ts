import { InvalidArgumentError } from '../errors/error-classes.ts';

/**
 * A path of the contract with its parameters.
 *
 * @throws {InvalidArgumentError} for what is no identifier: it could lead to another path
 */
export function fillPath(path: string, parameter: (name: string) => unknown): string {
  return path.replace(/\{(\w+)\}/g, (_, name) => {
    const value = parameter(name);
    if (value === undefined || !/^[\w-]+$/.test(String(value))) {
      throw new InvalidArgumentError('invalid-argument', `${name} must be an identifier of letters, digits, _ and -.`);
    }
    return String(value);
  });
}

/** The query with its question mark; nothing where there is none. Members that are undefined are left out. */
export function queryString(query: object = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.append(name, String(value));
  const text = String(search);
  return text && `?${text}`;
}

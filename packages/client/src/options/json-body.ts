import { invalid } from './invalid.ts';

/**
 * The body of a request as it is sent.
 *
 * @throws {InvalidArgumentError} for a value that JSON cannot hold
 */
export function jsonBody(body: unknown): string | undefined {
  try {
    return JSON.stringify(body);
  } catch {
    throw invalid('The body must be JSON. It holds a BigInt, or leads back to itself.');
  }
}

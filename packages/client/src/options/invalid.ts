import { InvalidArgumentError } from '../errors/error-classes.ts';

/** The error for what a caller gave. Its sentence never holds the value, which may be secret. */
export function invalid(sentence: string, cause?: unknown): InvalidArgumentError {
  return new InvalidArgumentError('invalid-argument', sentence, { cause });
}

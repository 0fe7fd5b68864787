import { callable, type Given, listOf, type OptionKind, type OptionKinds, oneOf, readOptions, wholeNumber } from '#runtime';
import { BODY_MAX_BYTES, HEADER_WORD, HEADER_WORD_PATTERN } from './generated/limits.ts';
import type { ValidateAnswers } from './pipeline/answer-check.ts';
import { ServerError } from './server-error.ts';

/** The options; each has a default. */
export interface ContractOptions {
  /** The word in the header names where the contract says `Service` (D-13). */
  readonly headerWord?: string | undefined;
  /** Which of the two APIs to serve. Both by default. */
  readonly apis?: readonly ('admin' | 'customer')[] | undefined;
  /** The largest request body in bytes. 1 MiB by default. A larger one is answered 413. */
  readonly bodyLimitBytes?: number | undefined;
  /**
   * What to do if the status, headers or body of a handler's success do not fit the contract. `throw` answers 500, and nothing is
   * committed. `log` sends it all the same. `off` does not check. By default `throw`, and `off` if NODE_ENV is `production`.
   */
  readonly validateAnswers?: ValidateAnswers | undefined;
  /**
   * Whether an error of a port or a handler is temporary, so that the answer is 503 instead of 500. By default none is.
   * An error with the `statusCode` 503 always is. It means that there is too much to do, and is logged as a warning, without its stack.
   */
  readonly isUnavailable?: ((error: unknown) => boolean) | undefined;
}

export type ResolvedOptions = Required<Given<ContractOptions>>;

const DEFAULTS: Omit<ResolvedOptions, 'validateAnswers'> = {
  headerWord: HEADER_WORD,
  apis: ['admin', 'customer'],
  bodyLimitBytes: BODY_MAX_BYTES,
  isUnavailable: () => false,
};

const headerWord: OptionKind = {
  expected: `letters and digits, with hyphens inside, such as ${HEADER_WORD}`,
  accepts: (value) => typeof value === 'string' && HEADER_WORD_PATTERN.test(value),
};

const someApis: OptionKind = {
  expected: 'a list of admin, customer or both',
  accepts: (value) => listOf(oneOf('admin', 'customer')).accepts(value) && Array.isArray(value) && value.length > 0,
};

const KINDS: OptionKinds<ContractOptions> = {
  headerWord,
  apis: someApis,
  bodyLimitBytes: wholeNumber(1),
  validateAnswers: oneOf('throw', 'log', 'off'),
  isUnavailable: callable,
};

export function resolveOptions(options: ContractOptions): ResolvedOptions {
  const validateAnswers = process.env.NODE_ENV === 'production' ? 'off' : 'throw';
  return { validateAnswers, ...DEFAULTS, ...readOptions<ContractOptions>(options, KINDS, optionInvalid, 'options.') };
}

export function optionInvalid(sentence: string): ServerError {
  return new ServerError('option-invalid', sentence);
}

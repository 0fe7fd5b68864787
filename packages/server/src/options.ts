import { BODY_MAX_BYTES, HEADER_WORD, HEADER_WORD_PATTERN } from './generated/limits.ts';
import { ServerError } from './server-error.ts';

/** The options; every one has a default. */
export interface ContractOptions {
  /** The word in the header names where the contract says `Service` (D-13). */
  readonly headerWord?: string;
  /** Which of the two APIs to serve; both by default. */
  readonly apis?: readonly ('admin' | 'customer')[];
  /** The largest request body in bytes; 1 MiB by default (413 above). */
  readonly bodyLimitBytes?: number;
  /**
   * Whether an error of a port or a handler is temporary, so that the answer is 503 instead of 500. By default none is.
   * One whose `statusCode` is 503 always is, and tells of too much to do: it is logged as a warning, without its stack.
   */
  readonly isUnavailable?: (error: unknown) => boolean;
}

export interface ResolvedOptions {
  readonly headerWord: string;
  readonly apis: readonly ('admin' | 'customer')[];
  readonly bodyLimitBytes: number;
  readonly isUnavailable: (error: unknown) => boolean;
}

const DEFAULTS: ResolvedOptions = {
  headerWord: HEADER_WORD,
  apis: ['admin', 'customer'],
  bodyLimitBytes: BODY_MAX_BYTES,
  isUnavailable: () => false,
};

export function resolveOptions(options: ContractOptions): ResolvedOptions {
  const resolved = { ...DEFAULTS, ...options };
  if (!HEADER_WORD_PATTERN.test(resolved.headerWord)) {
    throw new ServerError(
      'option-invalid',
      `headerWord must be letters and digits, with hyphens inside, such as ${HEADER_WORD}; it is ${JSON.stringify(resolved.headerWord)}.`,
    );
  }
  if (!Number.isSafeInteger(resolved.bodyLimitBytes) || resolved.bodyLimitBytes < 1) {
    throw new ServerError('option-invalid', `bodyLimitBytes must be a whole number of bytes, 1 or more; it is ${resolved.bodyLimitBytes}.`);
  }
  return resolved;
}

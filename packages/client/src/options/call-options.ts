import { type Given, milliseconds, type OptionKind, type OptionKinds, readOptions, record, wholeNumber } from '#runtime';
import { headerValue } from './header-value.ts';
import { invalid } from './invalid.ts';

/** What a single call can be given. An option that is undefined is not given. */
export interface CallOptions {
  /** Ends the call during a login, an attempt or a wait. */
  readonly signal?: AbortSignal | undefined;
  /** The deadline of this call with its login, waits and attempts, in milliseconds. Default: the client's. */
  readonly timeoutMs?: number | undefined;
  /** How often this call is repeated at most: 0 to 99. Default: one less than the client's `retry.maxAttempts`. */
  readonly maxRetries?: number | undefined;
  /** Headers of your own. Those that the client sets itself, such as the keys and `Authorization`, are refused. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** What a single POST or PUT can be given. */
export interface WriteOptions extends CallOptions {
  /** Your own key, to repeat an operation across runs of your program. Default: a new one for each call (CLI-09). */
  readonly idempotencyKey?: string | undefined;
}

const abortSignal: OptionKind = { ...record('addEventListener'), expected: 'an AbortSignal' };
/** The time that a call may take. */
export const timeout: OptionKind = milliseconds(1, 'or Infinity');

/** The names that the client sets itself, with any word of an installation. */
const OWN_HEADER = /^(authorization|content-(type|length)|host|idempotency-key|x-.*-(apikey|applicationid|licensekey))$/i;

/** Headers that a caller may add. */
export const ownHeaders: OptionKind = {
  expected: 'an object of header names and printable ASCII, without the headers that the client sets itself',
  accepts: (value) =>
    record().accepts(value) &&
    Object.entries(Object(value)).every(
      ([name, text]) => /^[\w!#$%&'*+.^`|~-]+$/.test(name) && !OWN_HEADER.test(name) && headerValue.accepts(text),
    ),
};

/** The options of one call that has no key: a GET or a DELETE. */
export const CALL: OptionKinds<CallOptions> = {
  signal: abortSignal,
  timeoutMs: timeout,
  maxRetries: wholeNumber(0, 99),
  headers: ownHeaders,
};
const WRITE: OptionKinds<WriteOptions> = { ...CALL, idempotencyKey: headerValue };

/** Those of a GET or a DELETE, checked. What is not given is as in `defaults`. */
export function readCallOptions(options: unknown, defaults: Given<CallOptions> = {}): Given<CallOptions> {
  return options === undefined ? defaults : withDefaults(readOptions<CallOptions>(options, CALL, invalid), defaults);
}

/** Those of a POST or PUT, checked. What is not given is as in `defaults`. */
export function readWriteOptions(options: unknown, defaults: Given<CallOptions> = {}): Given<WriteOptions> {
  return options === undefined ? defaults : withDefaults(readOptions<WriteOptions>(options, WRITE, invalid), defaults);
}

/** Headers are joined, all else is replaced. */
export function withDefaults<Options extends Given<CallOptions>>(given: Options, defaults: Given<CallOptions>): Options {
  return { ...defaults, ...given, ...(defaults.headers && { headers: { ...defaults.headers, ...given.headers } }) };
}

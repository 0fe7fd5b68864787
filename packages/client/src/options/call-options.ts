import { type Given, milliseconds, type OptionKind, type OptionKinds, readOptions, record } from '#runtime';
import { headerValue } from './header-value.ts';
import { invalid } from './invalid.ts';

/** What a single call can be given. An option that is undefined is not given. */
export interface CallOptions {
  /** Ends the call during a login, an attempt or a wait. */
  readonly signal?: AbortSignal | undefined;
  /** The deadline of this call with its login, waits and attempts, in milliseconds. Default: the client's. */
  readonly timeoutMs?: number | undefined;
}

export interface WriteOptions extends CallOptions {
  /** Your own key, to repeat an operation across runs of your program. Default: a new one for each call (CLI-09). */
  readonly idempotencyKey?: string | undefined;
}

const abortSignal: OptionKind = { ...record('addEventListener'), expected: 'an AbortSignal' };
/** The time that a call may take. */
export const timeout: OptionKind = milliseconds(1, 'or Infinity');

/** The options of one call that has no key: a GET or a DELETE. */
export const CALL: OptionKinds<CallOptions> = { signal: abortSignal, timeoutMs: timeout };
const WRITE: OptionKinds<WriteOptions> = { ...CALL, idempotencyKey: headerValue };

/** Those of a GET or a DELETE, checked. */
export function readCallOptions(options: unknown = {}): Given<CallOptions> {
  return readOptions<CallOptions>(options, CALL, invalid);
}

/** Those of a POST or PUT, checked. */
export function readWriteOptions(options: unknown = {}): Given<WriteOptions> {
  return readOptions<WriteOptions>(options, WRITE, invalid);
}

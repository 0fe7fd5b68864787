import { type OptionKinds, readOptions, sleep, wholeNumber } from '#runtime';
import { isClientError, StaleTokenError } from '../errors/error-classes.ts';
import type { CallOptions } from '../options/call-options.ts';
import { CALL } from '../options/call-options.ts';
import { invalid } from '../options/invalid.ts';
import { backoffMs } from '../time/backoff.ts';

/** A resource with objects that are read and replaced by their identifier. */
export interface Changeable<Key, Entity, Update, Read extends { readonly data: Entity }, Written> {
  /** Reads the object as it is now. */
  get(id: Key, options?: CallOptions): Promise<Read>;
  /** Replaces the object, if its ConcurrencyToken is still the one in the body. */
  update(id: Key, body: Update, options?: CallOptions): Promise<Written>;
}

/** Options of `change`, and those of its calls. */
export interface ChangeOptions extends CallOptions {
  /** The deadline of the whole change, with all its tries and waits, in milliseconds. Default 30000. */
  readonly timeoutMs?: number | undefined;
  /** How often the object is read and written, at most. Default: as often as the deadline allows. */
  readonly maxTries?: number | undefined;
}

const CHANGE: OptionKinds<ChangeOptions> = { ...CALL, maxTries: wholeNumber(1) };

/** A wait is a random part of this, or of the time that a try took, doubled each time: many who change one object get out of each other's way. */
const WAIT = { baseMs: 20, capMs: 2000, random: Math.random };

/**
 * Reads an object, changes it and writes it back. If somebody else was faster, waits a little, reads it again and applies the change to the
 * new state. Each write is an operation of its own, with a key of its own (CLI-08). `apply` returns the body of the PUT, or the object that
 * it got, with changes and its ConcurrencyToken; undefined when there is nothing to change.
 *
 * @returns what the PUT answered; undefined when `apply` returned undefined
 * @throws {StaleTokenError} when others were faster every time; its `current` is what they left
 * @example
 * await change(company.articolo, id, (articolo) => ({ ...articolo, prezzo: '15.90' }));
 */
export async function change<Key, Entity, const Update, Read extends { readonly data: Entity }, Written>(
  resource: Changeable<Key, Entity, Update, Read, Written>,
  id: Key,
  apply: (current: Read['data']) => Update | undefined | Promise<Update | undefined>,
  given: ChangeOptions = {},
): Promise<Written | undefined> {
  const { maxTries, timeoutMs = 30_000, ...options } = readOptions<ChangeOptions>(given, CHANGE, invalid);
  const endsAt = performance.now() + timeoutMs;
  const within = (): CallOptions => ({ ...options, timeoutMs: Math.max(1, endsAt - performance.now()) });
  for (let tries = 1; ; tries += 1) {
    const startedAt = performance.now();
    const { data } = await resource.get(id, within());
    const body = await apply(data);
    if (body === undefined) return undefined;
    try {
      return await resource.update(id, body, within());
    } catch (error) {
      if (!isClientError(error) || error.code !== 'stale-token') throw error;
      const baseMs = Math.max(WAIT.baseMs, performance.now() - startedAt);
      const waitMs = backoffMs(tries - 1, { ...WAIT, baseMs, capMs: Math.max(WAIT.capMs, baseMs) });
      if (tries === maxTries || performance.now() + waitMs >= endsAt) throw await lost(error, tries, () => resource.get(id, within()));
      // Where the signal ended the wait, the next call says so.
      await sleep(waitMs, options.signal).catch(() => {});
    }
  }
}

/** The error that says who was faster. */
async function lost(error: StaleTokenError, tries: number, read: () => Promise<{ readonly data: unknown }>): Promise<StaleTokenError> {
  const current = await read().then(
    ({ data }) => data,
    () => undefined,
  );
  const token = Object(current).concurrencyToken;
  const now = token === undefined ? '' : ` Its ConcurrencyToken is ${token} now.`;
  return new StaleTokenError('stale-token', `${error.message} Others changed it first, ${tries} times.${now}`, {
    ...error,
    headers: error.headers,
    current,
    cause: error,
  });
}

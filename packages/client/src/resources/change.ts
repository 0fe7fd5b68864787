import { type OptionKinds, readOptions, wholeNumber } from '#runtime';
import { isClientError } from '../errors/error-classes.ts';
import type { CallOptions } from '../options/call-options.ts';
import { CALL } from '../options/call-options.ts';
import { invalid } from '../options/invalid.ts';

/** A resource with objects that are read and replaced by their identifier. */
export interface Changeable<Key, Entity, Update, Read extends { readonly data: Entity }, Written> {
  get(id: Key, options?: CallOptions): Promise<Read>;
  update(id: Key, body: Update, options?: CallOptions): Promise<Written>;
}

export interface ChangeOptions extends CallOptions {
  /** How often the object is read and written, at most. Default 5. */
  readonly maxTries?: number | undefined;
}

const CHANGE: OptionKinds<ChangeOptions> = { ...CALL, maxTries: wholeNumber(1) };

const TRIES_DEFAULT = 5;

/**
 * Reads an object, changes it and writes it back. If somebody else was faster, reads it again and applies the change to the new
 * state. Each write is an operation of its own, with a key of its own (CLI-08). `apply` returns the body of the PUT with the
 * ConcurrencyToken of the object that it got, or undefined when there is nothing to change.
 *
 * @returns what the PUT answered; undefined when `apply` returned undefined
 * @throws {StaleTokenError} when others were faster every time
 * @example
 * await change(company.articolo, id, (articolo) => ({ ...articolo, prezzo: '15.90' }));
 */
export async function change<Key, Entity, Update, Read extends { readonly data: Entity }, Written>(
  resource: Changeable<Key, Entity, Update, Read, Written>,
  id: Key,
  apply: (current: Read['data']) => Update | undefined | Promise<Update | undefined>,
  given: ChangeOptions = {},
): Promise<Written | undefined> {
  const { maxTries = TRIES_DEFAULT, ...options } = readOptions<ChangeOptions>(given, CHANGE, invalid);
  for (let tries = 1; ; tries += 1) {
    const { data } = await resource.get(id, options);
    const body = await apply(data);
    if (body === undefined) return undefined;
    try {
      return await resource.update(id, body, options);
    } catch (error) {
      if (!isClientError(error) || error.code !== 'stale-token' || tries >= maxTries) throw error;
    }
  }
}

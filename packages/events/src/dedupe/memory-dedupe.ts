import { type OptionKinds, readOptions, wholeNumber } from '#runtime';
import { fault } from '../fault.ts';
import type { DedupeStore } from './dedupe-store.ts';

/** Options of `createMemoryDedupe`. */
export interface MemoryDedupeOptions {
  /** How many events are remembered. The oldest is forgotten first. Default 100 000, about 15 MB. */
  readonly eventsMax?: number | undefined;
}

const KINDS: OptionKinds<MemoryDedupeOptions> = { eventsMax: wholeNumber(1) };

const EVENTS_MAX_DEFAULT = 100_000;

/**
 * Remembers processed events in the memory of this process. Use it for one process that may do its work again after a restart. If not, use
 * `createSqlDedupe`, or a store of your own.
 *
 * @example
 * const receiver = createReceiver({ secret, onEvent, dedupe: createMemoryDedupe({ eventsMax: 10_000 }) });
 */
export function createMemoryDedupe(options: MemoryDedupeOptions = {}): DedupeStore<undefined> {
  const { eventsMax = EVENTS_MAX_DEFAULT } = readOptions<MemoryDedupeOptions>(options, KINDS, fault);
  const processed = new Set<string>();
  return {
    async once(eventGuid, work) {
      if (processed.has(eventGuid)) return 'duplicate';
      await work(undefined);
      processed.add(eventGuid);
      const [oldest] = processed;
      if (processed.size > eventsMax && oldest !== undefined) processed.delete(oldest);
      return 'processed';
    },
  };
}

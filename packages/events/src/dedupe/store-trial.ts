import type { Outcome } from './dedupe-store.ts';

/** A store, or a receiver's use of one. */
interface Once {
  once(eventGuid: string, work: (transaction: unknown) => Promise<void>, onWait: () => void): Promise<unknown>;
}

/** One event, and whether what a store says of it is true. */
export interface Trial {
  /** Has the event processed, and judges what the store answers. */
  once(node: Once | undefined, work?: () => Promise<void>): Promise<Outcome>;
  /** How often the work came to its end. */
  timesDone(): number;
}

/** Work that goes on until it is told how to end. */
export interface HeldWork {
  readonly work: () => Promise<void>;
  readonly started: Promise<void>;
  succeed(): void;
  fail(error: Error): void;
}

/** A store that does not keep what it must. */
class StoreFault extends Error {
  override readonly name = 'StoreFault';
}

export function requireThat(holds: boolean, sentence: string): void {
  if (!holds) throw new StoreFault(sentence);
}

/** A store may refuse an event that is at work, by throwing. It may not answer what is wrong. */
export function requireSound(error: unknown): void {
  if (error instanceof StoreFault) throw error;
}

export function trial(eventGuid: string = crypto.randomUUID()): Trial {
  let done = 0;
  return {
    async once(node, work = async () => undefined) {
      let own = false;
      const counted = async (): Promise<void> => {
        await work();
        done += 1;
        own = true;
      };
      const outcome = await node?.once(eventGuid, counted, () => undefined);
      if (outcome === 'processed') requireThat(own, 'The store said that an event was processed, and had not done its work.');
      else {
        requireThat(outcome === 'duplicate', "A store must answer 'processed' or 'duplicate'.");
        requireThat(
          done > 0,
          'The store confirmed a duplicate before the work of the event was done. If that fails now, the event is lost.',
        );
      }
      return outcome === 'processed' ? 'processed' : 'duplicate';
    },
    timesDone: () => done,
  };
}

export function heldWork(): HeldWork {
  const held = { started: () => {}, succeed: () => {}, fail: (_error: Error) => {} };
  const started = new Promise<void>((resolve) => {
    held.started = resolve;
  });
  const end = new Promise<void>((resolve, reject) => {
    held.succeed = resolve;
    held.fail = reject;
  });
  const work = (): Promise<void> => {
    held.started();
    return end;
  };
  return { work, started, succeed: () => held.succeed(), fail: (error) => held.fail(error) };
}

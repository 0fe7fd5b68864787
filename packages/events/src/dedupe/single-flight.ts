import { within } from '#runtime';
import type { DedupeStore, Outcome } from './dedupe-store.ts';
import { WorkTooSlow } from './work-too-slow.ts';

/** Runs work once for each event that is in this process at the same time. */
export interface SingleFlight<Transaction> {
  /**
   * Duplicates that arrive together wait for the first one, and share its outcome (RCV-13).
   *
   * @param onWait is called when somebody else's work is waited for
   */
  once(eventGuid: string, work: (transaction: Transaction) => Promise<void>, onWait: () => void): Promise<Outcome>;
}

interface Flight {
  readonly outcome: Promise<Outcome>;
  /** When it counts as lost, in Unix milliseconds. */
  readonly lostAt: number;
}

/** @param workWithinMs after how long work counts as lost; a delivery that waits for it then goes on by itself */
export function singleFlight<Transaction>(store: DedupeStore<Transaction>, workWithinMs: number): SingleFlight<Transaction> {
  const flights = new Map<string, Flight>();

  function take(eventGuid: string, work: (transaction: Transaction) => Promise<void>): Promise<Outcome> {
    const begun = (async () => requireOutcome(await store.once(eventGuid, work)))();
    const outcome = within(workWithinMs, begun, () => new WorkTooSlow(workWithinMs));
    const flight = { outcome, lostAt: Date.now() + workWithinMs };
    flights.set(eventGuid, flight);
    const over = () => forget(eventGuid, flight);
    outcome.then(over, over);
    return outcome;
  }

  function forget(eventGuid: string, flight: Flight): void {
    if (flights.get(eventGuid) === flight) flights.delete(eventGuid);
  }

  return {
    async once(eventGuid, work, onWait) {
      for (let first = flights.get(eventGuid); first !== undefined; first = flights.get(eventGuid)) {
        onWait();
        if (await isDone(first)) return 'duplicate';
        forget(eventGuid, first);
      }
      return take(eventGuid, work);
    },
  };
}

/** False when it is lost. A timer of our own says so: in a worker, the timers of a request that was ended never do. */
async function isDone({ outcome, lostAt }: Flight): Promise<boolean> {
  const leftMs = Math.max(0, lostAt - Date.now());
  try {
    await within(leftMs, outcome, () => new WorkTooSlow(leftMs));
    return true;
  } catch (error) {
    if (error instanceof WorkTooSlow) return false;
    throw error;
  }
}

/** A store of JavaScript may answer anything, and what is no outcome confirms no event. */
function requireOutcome(outcome: unknown): Outcome {
  if (outcome === 'processed' || outcome === 'duplicate') return outcome;
  throw new TypeError("The dedupe store must answer 'processed' or 'duplicate'.");
}

import type { CompanyId } from '../../model/ids.ts';
import type { Connection } from './connection.ts';

/** One unit of work, as its work sees it. */
export interface Unit {
  readonly connection: Connection;
  /** Undoes what the unit wrote so far; what it writes after that commits. */
  undo(): Promise<void>;
}

/**
 * Runs units of work: each is there whole after its promise resolves, on disk, or not at all when it rejects. The work of a unit is
 * run again when it, or what it was to commit with, came to nothing: it is to have no effect but on the database.
 */
export interface Units {
  /** @param company whose writes these are: where too many of one company wait, its next are refused as unavailable */
  run<Result>(work: (unit: Unit) => Promise<Result>, company?: CompanyId): Promise<Result>;
  /**
   * Runs it under a lock of that name, which dies with its holder (D-07); undefined, and nothing was run, when another unit holds it.
   * It must not resolve to undefined itself. The work calls `executes` as soon as it knows that it does what the name stands for: a unit
   * of this process that does not is waited for instead.
   */
  runLocked<Result>(
    name: string,
    work: (unit: Unit, executes: () => void) => Promise<Result>,
    company?: CompanyId,
  ): Promise<Result | undefined>;
}

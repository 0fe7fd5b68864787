import type { Figures, Limits } from '../report/figures.ts';
import type { Store } from '../system/cluster.ts';
import type { DemoData } from '../system/demo-data.ts';

/** One kind of fault, made again and again while clients work. */
export interface Experiment {
  readonly name: string;
  readonly summary: string;
  readonly stores: readonly Store[];
  readonly limits: Limits;
  /** @returns why it cannot be run here, or what it counted @throws when a node no longer answers */
  run(context: ExperimentContext): Promise<Figures | Skipped>;
}

export interface Skipped {
  readonly skipped: string;
}

export interface ExperimentContext {
  readonly store: Store;
  readonly nodes: number;
  readonly data: DemoData;
  /** How many kills there are. */
  readonly kills: number;
  /** A number for the short form, and one for the long. */
  amount(short: number, long: number): number;
  /** Says how far the experiment is. */
  progress(text: string): void;
  readonly signal: AbortSignal;
}

/** How long a bystander works without the fault, in milliseconds, where that is compared. */
export const CALM_MS = 2_000;

/** What a node may have resident, in bytes. */
export const RESIDENT_BYTES_MAX = 350_000_000;

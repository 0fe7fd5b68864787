import type { OperationId } from '../generated/operations.ts';

/** What became of everything that the run created. */
export interface Cleanup {
  readonly removed: number;
  /** What stays at the target, each object once. */
  readonly left: readonly Left[];
  /** Why not everything could be tried, and the name that everything of the run holds; absent if everything was. */
  readonly cutShort?: { readonly reason: string; readonly runName: string };
  /** Creations without an answer, where no list could be read to tell whether they created anything. */
  readonly unknown: readonly { readonly operation: OperationId; readonly creations: number }[];
}

/** Of a run that creates nothing, or nothing that can be removed. */
export const NOTHING_LEFT: Cleanup = { removed: 0, left: [], unknown: [] };

/** One object that the run created and could not remove. */
export interface Left {
  /** The operation that created it. */
  readonly operation: OperationId;
  readonly company: string;
  readonly id: string;
  /** Set where the target's other user created it, who alone may see it. */
  readonly ofOtherUser?: true;
  readonly reason: string;
}

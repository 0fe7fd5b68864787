import type { OperationId } from '../generated/operations.ts';

/** How the removal of everything that the run created went. */
export interface Cleanup {
  /** How many objects were removed. */
  readonly removed: number;
  /** What is left at the target, each object once. */
  readonly left: readonly Left[];
  /** Why the removal ended early, and the name that all objects of the run contain; absent if it was complete. */
  readonly cutShort?: {
    /** What ended the removal, in words. */
    readonly reason: string;
    /** The part that all names of the run's objects contain. */
    readonly runName: string;
  };
  /** Creations without an answer that may have left objects, because no list could be read to find out. */
  readonly unknown: readonly UnknownCreations[];
}

/** Creations that may or may not have taken effect. */
interface UnknownCreations {
  /** The operation that creates. */
  readonly operation: OperationId;
  /** How many of its calls got no answer. */
  readonly creations: number;
}

/** The cleanup of a run that creates nothing, or nothing that can be removed. */
export const NOTHING_LEFT: Cleanup = { removed: 0, left: [], unknown: [] };

/** One object that the run created and could not remove. */
export interface Left {
  /** The operation that created it. */
  readonly operation: OperationId;
  /** The identifier of the company that it is in. */
  readonly company: string;
  /** Its identifier, as text. */
  readonly id: string;
  /** Set if the target's other user created it. Only that user may see it. */
  readonly ofOtherUser?: true;
  /** Why it could not be removed. */
  readonly reason: string;
}

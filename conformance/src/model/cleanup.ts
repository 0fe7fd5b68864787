import type { OperationId } from '../generated/operations.ts';

/** What became of everything that the run created. */
export interface Cleanup {
  /** How many objects were removed. */
  readonly removed: number;
  /** What stays at the target, each object once. */
  readonly left: readonly Left[];
  /** Why not everything could be tried, and the name that everything of the run holds; absent if everything was. */
  readonly cutShort?: {
    /** What ended the removal, in words. */
    readonly reason: string;
    /** What the name of everything that the run created contains. */
    readonly runName: string;
  };
  /** Creations without an answer, where no list could be read to tell whether they created anything. */
  readonly unknown: readonly UnknownCreations[];
}

/** Creations of which nobody can tell whether they took effect. */
interface UnknownCreations {
  /** The operation that creates. */
  readonly operation: OperationId;
  /** How many of its calls got no answer. */
  readonly creations: number;
}

/** Of a run that creates nothing, or nothing that can be removed. */
export const NOTHING_LEFT: Cleanup = { removed: 0, left: [], unknown: [] };

/** One object that the run created and could not remove. */
export interface Left {
  /** The operation that created it. */
  readonly operation: OperationId;
  /** The identifier of the company that it is in. */
  readonly company: string;
  /** Its identifier, as text. */
  readonly id: string;
  /** Set where the target's other user created it, who alone may see it. */
  readonly ofOtherUser?: true;
  /** Why it could not be removed. */
  readonly reason: string;
}

import type { Secret } from '../../engine/secret.ts';

/** What one look of `doctor` found. A `note` only costs rules, a `problem` must be corrected, and `unknown` could not be checked. */
export interface Finding {
  readonly what: string;
  readonly state: 'right' | 'note' | 'problem' | 'unknown';
  /** What was found, and what to do. */
  readonly text: string;
}

/** One look at the target. */
export interface Look {
  readonly what: string;
  /** The looks that must find everything right before this one makes sense. */
  readonly needs?: readonly string[];
  /** Returns what is right, or what it found. @throws Doubt, ConfigurationError, Inconclusive, Skip, LostAnswer */
  readonly look: () => Promise<string | readonly Finding[]>;
}

/** Everything that `doctor` looks at before a run of one role. */
export interface Examination {
  readonly looks: readonly Look[];
  /** All secrets that are known so far. */
  readonly secrets: () => readonly Secret[];
  /** Removes what was created, and closes every connection. Returns what is left. */
  readonly leave: () => Promise<readonly Finding[]>;
}

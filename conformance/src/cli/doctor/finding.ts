/** What one check of `doctor` found. A `note` only costs rules, a `problem` must be corrected, and `unknown` could not be checked. */
export interface Finding {
  readonly what: string;
  readonly state: 'right' | 'note' | 'problem' | 'unknown';
  /** What was found, and what to do. */
  readonly text: string;
}

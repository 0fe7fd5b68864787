/** What one look came to: `note` is legal and costs rules, `problem` must be corrected, `unknown` could not be looked at. */
export interface Finding {
  readonly what: string;
  readonly state: 'right' | 'note' | 'problem' | 'unknown';
  /** What was found, and what to do. */
  readonly text: string;
}

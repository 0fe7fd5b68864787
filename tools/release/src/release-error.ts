/** Why something is not ready to be published. */
export type ReleaseErrorCode =
  | 'bad-argument'
  | 'baseline-unreadable'
  | 'changesets-unreadable'
  | 'command-failed'
  | 'contract-unreadable'
  | 'manifest-unreadable'
  | 'not-rehearsed'
  | 'nothing-to-release'
  | 'packages-unknown'
  | 'part-failed'
  | 'passed-parts-unreadable'
  | 'readme-unusable'
  | 'rehearsal-failed'
  | 'tarball-changed'
  | 'tarball-missing'
  | 'unreachable'
  | 'versions-not-committed'
  | 'wrong-folder';

/** Something that must be put right before the packages are published. Its message says what, where and what to do. */
export class ReleaseError extends Error {
  override readonly name = 'ReleaseError';
  readonly code: ReleaseErrorCode;

  constructor(code: ReleaseErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

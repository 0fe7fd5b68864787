/** Why something is not ready to be published. */
export type ReleaseErrorCode = 'command-failed' | 'manifest-unreadable' | 'tarball-changed' | 'tarball-missing';

/** Something that must be put right before the packages are published. Its message says what, where and what to do. */
export class ReleaseError extends Error {
  override readonly name = 'ReleaseError';
  readonly code: ReleaseErrorCode;

  constructor(code: ReleaseErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** What went wrong, for callers of the generator. */
export type CodegenErrorCode = 'broken-document' | 'unsupported-schema';

/** The one error of this package: its message is one sentence that a person can act on. */
export class CodegenError extends Error {
  override readonly name: string = 'CodegenError';
  readonly code: CodegenErrorCode;

  constructor(code: CodegenErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

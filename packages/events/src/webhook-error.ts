/** Why a delivery was refused. The codes are stable. Messages are for people and may change. */
export type WebhookErrorCode =
  | 'missing-header'
  | 'malformed-header'
  | 'no-timestamp'
  | 'no-v2'
  | 'mismatch'
  | 'too-old'
  | 'too-new'
  | 'body-not-bytes'
  | 'invalid-json'
  | 'not-an-event'
  /** The codes from here on are the receiver's alone: `verify` and `parseEvento` never raise them. */
  | 'method-not-post'
  | 'sender-not-allowed'
  | 'body-encoded'
  | 'body-too-large'
  | 'body-too-slow'
  | 'body-incomplete';

/** The one error of this package. Every refusal of a delivery has one of its codes. It never carries a secret or an expected signature. */
export class WebhookError extends Error {
  /** Always `WebhookError`. Ask for `code` to tell errors apart. */
  override readonly name: string = 'WebhookError';
  /** Why the delivery was refused. Codes are stable. */
  readonly code: WebhookErrorCode;

  constructor(code: WebhookErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }

  /** What `instanceof` looks for. */
  get isWebhookError(): true {
    return true;
  }

  /**
   * `instanceof` knows the errors of every copy of this package: one that was loaded by `require` beside one by `import`. For a class of a
   * user that extends this one, it asks for that class.
   */
  static override [Symbol.hasInstance]<Class extends WebhookError>(
    this: abstract new (
      ...parameters: never
    ) => Class,
    value: unknown,
  ): value is Class {
    // biome-ignore lint/complexity/noThisInStatic: the class that is asked for is what matters here.
    return Object.is(this, WebhookError) ? 'isWebhookError' in Object(value) : super[Symbol.hasInstance](value);
  }
}

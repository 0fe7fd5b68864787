/** One answer, read to its end. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** What fetch answered; its body has been read. */
  readonly response: Response;
}

/** What a request ended with, whatever its status. */
export interface Reply extends Answer {
  /** How often it was sent. */
  readonly attempts: number;
  /** What must not be in an error that is made of it. */
  readonly secrets: readonly string[];
}

/** What an attempt can come to when the time is not over: an answer, or none. */
export type Outcome = Answer | { readonly lost: string };

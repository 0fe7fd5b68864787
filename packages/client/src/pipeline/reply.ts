/** One answer, read to its end. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The response of fetch; its body has been read. */
  readonly response: Response;
}

/** The final answer to a request, whatever its status. */
export interface Reply extends Answer {
  /** How often it was sent. */
  readonly attempts: number;
  /** Values that an error made from this answer must not contain. */
  readonly secrets: readonly string[];
}

/** Why no answer came. */
export interface Lost {
  readonly lost: string;
  readonly cause: unknown;
}

/** The result of an attempt within the deadline: an answer, or none. */
export type Outcome = Answer | Lost;

/** More waits for one owner than is let wait: the same request may succeed later (503). */
export class TooManyWaiting extends Error {
  // Refused by design: the server logs no stack of it, and counts those that follow.
  readonly statusCode = 503;
  // PostgreSQL's own code for a configured limit that is reached.
  readonly code = '53400';
}

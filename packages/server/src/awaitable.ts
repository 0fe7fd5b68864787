/** A value that may be there at once, or later. */
export type Awaitable<Value> = Value | Promise<Value>;

/**
 * Goes on with a value: at once when it is there, so that a request that waits for nothing is answered in one go. A wait that is
 * none still costs a turn of the promise queue, and a request passes through many hands.
 */
export function follow<Value, Next>(value: Awaitable<Value>, next: (value: Value) => Awaitable<Next>): Awaitable<Next> {
  return value instanceof Promise ? value.then(next) : next(value);
}

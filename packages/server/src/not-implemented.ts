/**
 * Takes the place of a handler that is not written yet: the route answers 501 `not-implemented`, after all other checks of the pipeline.
 * Without a handler and without this the server does not start.
 *
 * @example
 * const handlers = { ...mine, emitDocumento: notImplemented };
 */
export const notImplemented: unique symbol = Symbol('not implemented');

/**
 * Stands where a handler is not there yet: the route answers 501 `not-implemented`, after all other checks of the pipeline.
 * A handler that is left out altogether keeps the server from starting.
 *
 * @example
 * const handlers = { ...mine, emitDocumento: notImplemented };
 */
export const notImplemented: unique symbol = Symbol('not implemented');

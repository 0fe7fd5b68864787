/**
 * Takes the place of a handler that is not written yet. The route answers 501 `not-implemented`, after all other checks of the pipeline.
 * The server does not start without a handler or this.
 *
 * @example
 * const handlers = { ...mine, emitDocumento: notImplemented };
 */
export const notImplemented: unique symbol = Symbol('not implemented');

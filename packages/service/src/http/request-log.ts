import { type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import type { Logger } from 'pino';
import type { Metrics } from '../monitoring/metrics.ts';

export interface RequestLogInput {
  readonly log: Logger;
  readonly metrics: Metrics;
  /** The request header of the application id, in lower case. */
  readonly applicationId: string;
}

/** Counts and logs each request when it is answered. Fastify calls its log controller directly, which is cheaper than a hook. */
export class RequestLog extends LogController {
  readonly #input: RequestLogInput;

  constructor(input: RequestLogInput) {
    super({ disableRequestLogging: true });
    this.#input = input;
  }

  override requestCompleted(_error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply): void {
    const { log, metrics, applicationId } = this.#input;
    metrics.answered({
      operationId: request.operationId,
      status: reply.statusCode,
      replayed: reply.hasHeader('idempotent-replayed'),
      durationMs: reply.elapsedTime,
    });
    if (request.contractRefusal !== undefined) metrics.refused({ operationId: request.operationId, status: reply.statusCode });
    if (!log.isLevelEnabled('info')) return;
    // HDR-07: the application id is logged with each request; of all headers it is the only one.
    request.log.info(
      {
        method: request.method,
        path: request.url.split('?', 1)[0],
        operation: request.operationId,
        status: reply.statusCode,
        durationMs: Math.round(reply.elapsedTime),
        applicationId: request.headers[applicationId],
      },
      'Request answered.',
    );
  }
}

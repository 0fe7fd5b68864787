import { randomUUID } from 'node:crypto';
import type { Server, ServerOptions } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyServerOptions } from 'fastify';
import type { ProblemCode } from './generated/problems.ts';
import { problemAnswer } from './problem.ts';
import { rawResponse } from './raw-response.ts';
import { sendAnswer } from './reply.ts';

/** The longest that a whole request may take to arrive, in milliseconds. */
export const REQUEST_TIMEOUT_MS = 30_000;
/** The longest that a connection may be silent, in milliseconds. */
export const CONNECTION_TIMEOUT_MS = 60_000;
/** How often Node looks for requests that take too long, in milliseconds. */
const TIMEOUT_CHECK_MS = 5_000;

/**
 * The options of the Fastify instance that the contract needs and a plugin cannot set: our own request ids, time limits, a draining
 * close, and problem documents for requests that are refused before they reach a route.
 *
 * @example
 * const app = Fastify({ ...serverOptions(), logger: true });
 */
export function serverOptions(): FastifyServerOptions<Server> & { readonly http: ServerOptions } {
  return {
    // Node applies the smaller of its two limits to the head. The pipeline refuses a missing Host: Node would answer it with an empty body.
    http: { headersTimeout: REQUEST_TIMEOUT_MS, connectionsCheckingInterval: TIMEOUT_CHECK_MS, requireHostHeader: false },
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionTimeout: CONNECTION_TIMEOUT_MS,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    rewriteUrl: ({ url }) => originForm(url ?? '/'),
    routerOptions: { maxParamLength: 1024 },
    frameworkErrors: (error, _request, reply) => refuseTarget(error, reply as unknown as FastifyReply),
    clientErrorHandler: (error, socket) => refuseConnection(error, socket),
  };
}

// RFC 9112 3.2.2: a server accepts the absolute form too.
function originForm(url: string): string {
  if (url.startsWith('/')) return url;
  const parsed = URL.parse(url);
  return parsed === null ? '/' : parsed.pathname + parsed.search;
}

function refuseTarget({ code }: { readonly code: string }, reply: FastifyReply): FastifyReply {
  if (code === 'FST_ERR_MAX_PARAM_LENGTH')
    return sendAnswer(reply, problemAnswer('route-not-found', { detail: 'There is no operation at this path.' }));
  return sendAnswer(reply, problemAnswer('malformed-request', { detail: 'The request target is not a valid URL.' }));
}

const CONNECTION_PROBLEMS: Readonly<Record<string, ProblemCode>> = {
  HPE_HEADER_OVERFLOW: 'headers-too-large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request-timeout',
};

/** A request that cannot be parsed as HTTP is answered on the bare socket. */
function refuseConnection(error: Error & { readonly code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  if (socket.writable) socket.write(rawResponse(problemAnswer(CONNECTION_PROBLEMS[error.code ?? ''] ?? 'malformed-request')));
  socket.destroySoon();
}

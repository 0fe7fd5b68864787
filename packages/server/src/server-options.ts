import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyServerOptions } from 'fastify';
import type { Answer } from './answer.ts';
import type { ProblemCode } from './generated/problems.ts';
import { problemAnswer } from './problem.ts';
import { sendAnswer } from './reply.ts';

/** The longest that a whole request may take to arrive, in milliseconds. */
export const REQUEST_TIMEOUT_MS = 30_000;
/** The longest that a connection may be silent, in milliseconds. */
export const CONNECTION_TIMEOUT_MS = 60_000;

/**
 * What the contract asks of the Fastify instance itself, which a plugin cannot set: own request ids, time limits, a draining
 * close, and problems for what is refused before there is a route.
 *
 * @example
 * const app = Fastify({ ...serverOptions(), logger: true });
 */
export function serverOptions(): FastifyServerOptions {
  return {
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
    return sendAnswer(reply, problemAnswer('route-not-found', { detail: 'No operation has this path.' }));
  return sendAnswer(reply, problemAnswer('malformed-request', { detail: 'The request target is not a valid URL.' }));
}

const CONNECTION_PROBLEMS: Readonly<Record<string, ProblemCode>> = {
  HPE_HEADER_OVERFLOW: 'headers-too-large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request-timeout',
};

/** What cannot be parsed as HTTP gets its answer on the bare socket. */
function refuseConnection(error: Error & { readonly code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  if (socket.writable) socket.write(rawResponse(problemAnswer(CONNECTION_PROBLEMS[error.code ?? ''] ?? 'malformed-request')));
  socket.destroySoon();
}

function rawResponse({ status, headers, body }: Answer): string {
  const fields = { ...headers, 'content-length': Buffer.byteLength(body), connection: 'close' };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${body}`;
}

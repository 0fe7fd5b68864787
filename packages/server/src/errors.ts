import type { FastifyReply, FastifyRequest } from 'fastify';
import { callSafely } from '#runtime';
import { Fault } from './fault.ts';
import type { ProblemCode } from './generated/problems.ts';
import { Problem, problemAnswer } from './problem.ts';
import { sendAnswer } from './reply.ts';

const FRAMEWORK_PROBLEMS: ReadonlyMap<string, ProblemCode> = new Map([
  ['FST_ERR_CTP_BODY_TOO_LARGE', 'body-too-large'],
  ['FST_ERR_CTP_INVALID_MEDIA_TYPE', 'unsupported-media-type'],
]);

/** The problems for what hooks of the application refuse, by the status that their error says. */
const STATUS_PROBLEMS: Readonly<Record<number, ProblemCode>> = {
  401: 'token-invalid',
  403: 'api-key-invalid',
  404: 'route-not-found',
  405: 'method-not-allowed',
  408: 'request-timeout',
  413: 'body-too-large',
  415: 'unsupported-media-type',
  429: 'too-many-attempts',
  431: 'headers-too-large',
};

/** Answers whatever the pipeline threw as a problem of the registry (ERR-01, ERR-02). */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const instance = `urn:uuid:${request.id}`;
  if (error instanceof Problem) return sendAnswer(reply, problemAnswer(error.code, { ...error.details, instance }));
  const code = frameworkProblem(error);
  // A fault of ours goes to the log, never to the caller.
  if (code === 'internal-error')
    callSafely(
      () => reportFault(thrownOf(error), request),
      () => {},
    );
  // Fastify would close the connection while the client is still sending, and the client would never see why. Node keeps reading and
  // discards the rest, within the time limit of the request.
  if (code === 'body-too-large') reply.removeHeader('connection');
  return sendAnswer(reply, problemAnswer(code, { instance }));
}

/** Logs a fault. Where the application has no logger, Fastify's own logs nothing and has no level: then the console says it. */
function reportFault(err: unknown, { id, log }: FastifyRequest): void {
  const sentence = 'The request broke the service.';
  if (log.level === undefined) console.error(`${sentence} (${id})`, err);
  else log.error({ err }, sentence);
}

/** What a request is refused with for now although nothing is wrong with it. */
const OVERLOADS: ReadonlySet<ProblemCode> = new Set(['unavailable', 'too-many-attempts']);

/** Why a request is refused by design: there is too much to do. Undefined for every other error. */
export function overloadReason(error: unknown): string | undefined {
  if (error instanceof Problem) return OVERLOADS.has(error.code) ? error.message : undefined;
  const thrown = thrownOf(error);
  return thrown instanceof Error && 'statusCode' in thrown && thrown.statusCode === 503 ? thrown.message : undefined;
}

/** What was thrown in the first place. */
export function thrownOf(error: unknown): unknown {
  return error instanceof Fault ? error.cause : error;
}

/** Whether Node or Fastify blames the request, for instance when a caller hangs up within a body: such an error says nothing about the store. */
export function isOfRequest(error: unknown): error is Error & { readonly code?: string; readonly statusCode: number } {
  return error instanceof Error && 'statusCode' in error && Number(error.statusCode) >= 400 && Number(error.statusCode) < 500;
}

function frameworkProblem(error: unknown): ProblemCode {
  if (!isOfRequest(error)) return 'internal-error';
  const { code, statusCode } = error;
  return FRAMEWORK_PROBLEMS.get(code ?? '') ?? STATUS_PROBLEMS[statusCode] ?? 'malformed-request';
}

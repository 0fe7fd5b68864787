import type { FastifyBaseLogger, FastifyInstance, FastifyPluginAsync, onRequestAsyncHookHandler } from 'fastify';
import { callSafely, type OptionKinds, readOptions, record, required } from '#runtime';
import { type AnswersInFlight, createAnswersInFlight } from './answers-in-flight.ts';
import { attendConnections } from './connections.ts';
import type { Context } from './context.ts';
import { contractHeaders } from './contract-headers.ts';
import { deprecationHook } from './deprecation.ts';
import { answerError, isOfRequest, overloadReason, thrownOf } from './errors.ts';
import type { Handlers } from './generated/handlers.ts';
import type { Operation, OperationId } from './generated/operations.ts';
import type { notImplemented } from './not-implemented.ts';
import { type ContractOptions, optionInvalid, type ResolvedOptions, resolveOptions } from './options.ts';
import { operationsOf, routePath } from './paths.ts';
import { createReadTurn, type ReadTurn } from './performance/read-turn.ts';
import type { AnyHandler } from './pipeline/execution.ts';
import { type RouteHandler, routeHandler } from './pipeline/route-handler.ts';
import type { Access, Ports } from './ports.ts';
import { Problem } from './problem.ts';
import { sendAnswer } from './reply.ts';
import { createSparingLog } from './sparing-log.ts';
import { requireComplete } from './startup.ts';
import { refuseUnknownPaths, type UnknownPathRefusal } from './unknown-paths.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The requested operation of the contract, for hooks of the service. Undefined for other routes. */
    operationId?: OperationId;
    /** The user that the request runs for. It is set once the request is admitted. */
    contractAccess: Access | undefined;
    /** Why a good request was refused, because there is too much to do. For hooks of the service. */
    contractRefusal: string | undefined;
  }
}

/** A handler, or `notImplemented`, for every operation except authenticate, which the login port answers. */
export type ContractHandlers<Transaction> = {
  readonly [Id in Exclude<keyof Handlers<Context<Transaction>>, 'authenticate'>]:
    | Handlers<Context<Transaction>>[Id]
    | typeof notImplemented;
};

/** What a server is made of. */
export interface ContractServer<Transaction> {
  /** One handler for each operation, or `notImplemented`. `authenticate` is the login port. */
  readonly handlers: ContractHandlers<Transaction>;
  /** What the pipeline needs of your service: accounts, keys, the time, and a store. */
  readonly ports: Ports<Transaction>;
  /** Limits and checks that differ from their defaults. */
  readonly options?: ContractOptions | undefined;
}

const KINDS: OptionKinds<ContractServer<unknown>> = { handlers: required(record()), ports: required(record()), options: record() };

/**
 * The contract as a Fastify plugin: every route, behind the checks of the contract, in their order (D-04).
 * Create the instance with {@link serverOptions}.
 *
 * @throws {ServerError} `handler-missing`, `handler-unknown`, `port-missing`, `port-unknown` or `option-invalid`: an incomplete server does not start
 * @example
 * const app = Fastify(serverOptions());
 * await app.register(contractServer({ handlers: { ...noHandlers<State>(), getArticolo }, ports }));
 */
export function contractServer<Transaction>(server: ContractServer<Transaction>): FastifyPluginAsync {
  readOptions<ContractServer<unknown>>(server, KINDS, optionInvalid);
  const options = resolveOptions(server.options ?? {});
  const served = operationsOf(options.apis);
  requireComplete(served, server.handlers, server.ports);
  const handlers: Readonly<Record<string, unknown>> = server.handlers;
  const headers = contractHeaders(options.headerWord);
  return async (app) => {
    prepare(app, options, refuseUnknownPaths(app, served));
    attendConnections(app);
    const readTurn = createReadTurn();
    const answersInFlight = createAnswersInFlight();
    for (const operation of served) {
      // The generated types hold each handler to its own operation; the pipeline sees them all as one.
      const handler = handlers[operation.id] as AnyHandler<Transaction> | typeof notImplemented | undefined;
      const route = routeHandler({ operation, handler, ports: server.ports, headers, validateAnswers: options.validateAnswers });
      addRoute(app, routePath(operation), { operation, route, bodyLimit: options.bodyLimitBytes, readTurn, answersInFlight });
    }
  };
}

function prepare(app: FastifyInstance, options: ResolvedOptions, refuseUnknownPath: UnknownPathRefusal): void {
  for (const name of ['operationId', 'contractAccess', 'contractRefusal'])
    if (!app.hasRequestDecorator(name)) app.decorateRequest(name, undefined);
  const refusals = createSparingLog(app);
  app.setErrorHandler((error, request, reply) => {
    // Fastify reads the body first, and refuses a QUERY without a media type, where no operation has the path and the method (D-04).
    if (request.is404) return refuseUnknownPath(request, reply);
    const reason = overloadReason(error);
    if (reason !== undefined) {
      request.contractRefusal = reason;
      refusals.note(request.log, { level: 'warn', reason });
      return answerError(error instanceof Problem ? error : unavailable(TOO_MUCH), request, reply);
    }
    const thrown = thrownOf(error);
    if (error instanceof Problem || isOfRequest(error) || !isTemporary(options, thrown, request.log))
      return answerError(error, request, reply);
    refusals.note(request.log, {
      level: 'error',
      reason: thrown instanceof Error ? thrown.message : 'What was thrown is no error.',
      err: thrown,
    });
    return answerError(unavailable(WITHOUT_DATA), request, reply);
  });
  app.removeAllContentTypeParsers();
  // The raw bytes are kept: the pipeline decides about media type and JSON, and binds idempotency keys to the bytes (D-07).
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: options.bodyLimitBytes }, (_request, body, done) => done(null, body));
}

/** What the user's function says; where it fails, the answer is the one that the first fault has earned. */
function isTemporary({ isUnavailable }: ResolvedOptions, error: unknown, log: FastifyBaseLogger): boolean {
  let temporary = false;
  const ask = (): unknown => {
    const said: unknown = isUnavailable(error);
    temporary = said === true;
    return said;
  };
  callSafely(ask, (err) => log.error({ err }, 'isUnavailable failed.'));
  return temporary;
}

interface Route {
  readonly operation: Operation;
  readonly route: RouteHandler;
  readonly bodyLimit: number;
  readonly readTurn: ReadTurn;
  readonly answersInFlight: AnswersInFlight;
}

function addRoute(app: FastifyInstance, url: string, { operation, route, bodyLimit, readTurn, answersInFlight }: Route): void {
  const onRequest: onRequestAsyncHookHandler = async (request) => {
    request.operationId = operation.id;
    request.contractAccess = await route.receive(request);
  };
  app.route({
    method: operation.method,
    url,
    bodyLimit,
    // Before the body is read.
    onRequest: operation.deprecation ? [deprecationHook(operation.deprecation), onRequest] : onRequest,
    handler: async (request, reply) => {
      const { contractAccess } = request;
      if (operation.method !== 'GET' || contractAccess === undefined) return sendAnswer(reply, await route.answer(request, contractAccess));
      await readTurn();
      const userId = contractAccess.user.id;
      if (answersInFlight.isFull(userId)) throw unavailable(UNREAD);
      const answer = await route.answer(request, contractAccess);
      if (!answersInFlight.take(userId, reply, answer)) throw unavailable(UNREAD);
      return sendAnswer(reply, answer);
    },
  });
}

const UNAVAILABLE_RETRY_SECONDS = 5;

const UNREAD = 'Answers that were asked for before are not read yet. Read them, then try again.';

const TOO_MUCH = 'Too much was asked for at once. Try again later; with the same Idempotency-Key nothing happens twice.';

const WITHOUT_DATA =
  'The service cannot reach or write its data for now. Try again later; with the same Idempotency-Key nothing happens twice.';

function unavailable(detail: string): Problem {
  return new Problem('unavailable', {
    detail,
    headers: { 'retry-after': String(UNAVAILABLE_RETRY_SECONDS) },
  });
}

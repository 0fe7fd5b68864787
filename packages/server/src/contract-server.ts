import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import { type Awaitable, follow } from './awaitable.ts';
import { attendConnections } from './connections.ts';
import type { Context } from './context.ts';
import { contractHeaders } from './contract-headers.ts';
import { deprecationHook } from './deprecation.ts';
import { answerError, isOfRequest } from './errors.ts';
import type { Handlers } from './generated/handlers.ts';
import type { Operation, OperationId } from './generated/operations.ts';
import type { notImplemented } from './not-implemented.ts';
import { type ContractOptions, type ResolvedOptions, resolveOptions } from './options.ts';
import { allowedMethods, operationsOf, routePaths } from './paths.ts';
import type { AnyHandler } from './pipeline/execution.ts';
import { type RouteHandler, routeHandler } from './pipeline/route-handler.ts';
import { createTurn, type Turn } from './pipeline/turn.ts';
import type { Access, Ports } from './ports.ts';
import { Problem } from './problem.ts';
import { sendAnswer } from './reply.ts';
import { requireComplete } from './startup.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Which operation of the contract is asked for: for hooks of the service. Undefined for other routes. */
    operationId?: OperationId;
    /** What the request was admitted to. */
    contractAccess: Access | undefined;
  }
}

/** A handler for every operation but authenticate, which the login port answers; `notImplemented` where there is none yet. */
export type ContractHandlers<Transaction> = {
  readonly [Id in Exclude<keyof Handlers<Context<Transaction>>, 'authenticate'>]:
    | Handlers<Context<Transaction>>[Id]
    | typeof notImplemented;
};

/** What a server is made of. */
export interface ContractServer<Transaction> {
  readonly handlers: ContractHandlers<Transaction>;
  readonly ports: Ports<Transaction>;
  readonly options?: ContractOptions;
}

/**
 * The contract as a Fastify plugin: every route, behind the checks that the contract asks for, in their order (D-04).
 * Create the instance with {@link serverOptions}.
 *
 * @throws {ServerError} `handler-missing`, `port-missing` or `option-invalid`: it does not start half
 */
export function contractServer<Transaction>(server: ContractServer<Transaction>): FastifyPluginAsync {
  const options = resolveOptions(server.options ?? {});
  const served = operationsOf(options.apis);
  requireComplete(served, server.handlers, server.ports);
  const handlers: Readonly<Record<string, unknown>> = server.handlers;
  const headers = contractHeaders(options.headerWord);
  return async (app) => {
    prepare(app, options);
    attendConnections(app);
    answerUnknownPaths(app, allowedMethods(served));
    const turn = createTurn();
    for (const operation of served) {
      // The generated types hold each handler to its own operation; the pipeline sees them all as one.
      const handler = handlers[operation.id] as AnyHandler<Transaction> | typeof notImplemented | undefined;
      const route = routeHandler({ operation, handler, ports: server.ports, headers });
      for (const path of routePaths(operation)) addRoute(app, path, { operation, route, bodyLimit: options.bodyLimitBytes, turn });
    }
  };
}

function prepare(app: FastifyInstance, options: ResolvedOptions): void {
  app.decorateRequest('operationId', undefined);
  app.decorateRequest('contractAccess', undefined);
  app.setErrorHandler((error, request, reply) => {
    if (isOfRequest(error) || !options.isUnavailable(error)) return answerError(error, request, reply);
    request.log.error({ err: error }, 'The service is unavailable for now.');
    return answerError(unavailable(), request, reply);
  });
  app.removeAllContentTypeParsers();
  // The raw bytes are kept: the pipeline decides about media type and JSON, and binds idempotency keys to the bytes (D-07).
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: options.bodyLimitBytes }, (_request, body, done) => done(null, body));
}

interface Route {
  readonly operation: Operation;
  readonly route: RouteHandler;
  readonly bodyLimit: number;
  readonly turn: Turn;
}

function addRoute(app: FastifyInstance, url: string, { operation, route, bodyLimit, turn }: Route): void {
  const isRead = operation.method === 'GET';
  const admit = (request: FastifyRequest): Awaitable<void> => {
    request.operationId = operation.id;
    return follow(route.receive(request), (access) => {
      request.contractAccess = access;
    });
  };
  // Before the body is read. A GET has none, and is answered sooner without a hook.
  const hooks = [...(operation.deprecation ? [deprecationHook(operation.deprecation)] : []), ...(isRead ? [] : [inHook(admit)])];
  app.route({
    method: operation.method,
    url,
    bodyLimit,
    ...(hooks.length > 0 && { onRequest: hooks }),
    handler: async (request, reply) => {
      if (isRead) {
        const admitted = admit(request);
        if (admitted instanceof Promise) await admitted;
        await turn();
      }
      const answer = route.answer(request, request.contractAccess);
      sendAnswer(reply, answer instanceof Promise ? await answer : answer);
    },
  });
}

/** As a hook that goes on at once where nothing need be waited for. */
function inHook(work: (request: FastifyRequest) => Awaitable<void>): onRequestHookHandler {
  return (request, _reply, done) => {
    const worked = work(request);
    if (worked instanceof Promise) worked.then(() => done(), done);
    else done();
  };
}

const UNAVAILABLE_RETRY_SECONDS = 5;

function unavailable(): Problem {
  return new Problem('unavailable', {
    detail: 'The service cannot reach or write its data for now. Try again later; with the same Idempotency-Key nothing happens twice.',
    headers: { 'retry-after': String(UNAVAILABLE_RETRY_SECONDS) },
  });
}

function answerUnknownPaths(app: FastifyInstance, allowed: (path: string) => readonly string[]): void {
  app.setNotFoundHandler((request: FastifyRequest, reply: FastifyReply) => {
    const path = request.url.split('?', 1)[0] ?? '';
    const methods = allowed(path);
    if (methods.length === 0) return answerError(new Problem('route-not-found', { detail: 'No operation has this path.' }), request, reply);
    const problem = new Problem('method-not-allowed', {
      detail: `This path takes ${methods.join(', ')}.`,
      headers: { allow: methods.join(', ') },
    });
    return answerError(problem, request, reply);
  });
}

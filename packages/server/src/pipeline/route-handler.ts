import type { FastifyRequest } from 'fastify';
import type { Answer } from '../answer.ts';
import type { ContractHeaders } from '../contract-headers.ts';
import { faultsOf } from '../fault.ts';
import type { Operation } from '../generated/operations.ts';
import type { notImplemented } from '../not-implemented.ts';
import type { Access, Ports } from '../ports.ts';
import { Problem } from '../problem.ts';
import { admit } from './admission.ts';
import { answerCheck, type ValidateAnswers } from './answer-check.ts';
import { authenticate } from './authenticate.ts';
import { undeclaredQuery } from './declared-query.ts';
import { type AnyHandler, execute } from './execution.ts';
import { requireHost } from './host.ts';
import { boundKey } from './idempotency-key.ts';
import { parseJsonBody } from './json-body.ts';
import { requireJsonMediaType } from './media-type.ts';
import { requestContract, requestParts } from './request-parts.ts';
import { schemaViolation } from './violations.ts';

/** One operation with everything that it is served with. */
export interface ServedOperation<Transaction> {
  readonly operation: Operation;
  /** Undefined for authenticate, which the login port answers. */
  readonly handler: AnyHandler<Transaction> | typeof notImplemented | undefined;
  readonly ports: Ports<Transaction>;
  readonly headers: ContractHeaders;
  readonly validateAnswers: ValidateAnswers;
}

/** The two halves of the pipeline: what is known from the headers alone, and what needs the body (D-04). */
export interface RouteHandler {
  /** Runs before the body is read: 401, 403, 415. */
  receive(request: FastifyRequest): Promise<Access | undefined>;
  /** Runs with the raw body: 400, idempotency, the handler. */
  answer(request: FastifyRequest, access: Access | undefined): Promise<Answer>;
}

export function routeHandler<Transaction>({
  operation,
  handler,
  ports,
  headers,
  validateAnswers,
}: ServedOperation<Transaction>): RouteHandler {
  const contract = requestContract(operation.id);
  const check = answerCheck(operation, validateAnswers);
  const takesBody = contract.validators.Body !== undefined;
  return {
    async receive(request) {
      requireHost(request);
      const access = await faultsOf(() => admit(operation, headers, ports, request));
      if (takesBody) requireJsonMediaType(request);
      return access;
    },
    async answer(request, access) {
      const rawBody = Buffer.isBuffer(request.body) ? request.body : NO_BODY;
      const foreign = undeclaredQuery(operation.id, request.query);
      const parts = requestParts(contract, request, takesBody ? parseJsonBody(rawBody) : undefined, foreign);
      const undeclared = foreign.length > 0 ? schemaViolation(foreign) : undefined;
      // A key is bound to the query (IDEM-08): where one was used, that is said before what is wrong with the query.
      if (undeclared !== undefined && !operation.acceptsKey && operation.method !== 'DELETE') throw undeclared;
      if (access === undefined) {
        const origin = { apiKey: String(request.headers[headers.apiKey]), address: request.ip };
        return faultsOf(() => authenticate(ports.login, parts.body, origin));
      }
      if (typeof handler !== 'function') throw new Problem('not-implemented', { detail: `${operation.id} is not implemented yet.` });
      const key = boundKey(operation, request, rawBody);
      const { transactions } = ports;
      const isAbandoned = (): boolean => request.raw.socket.destroyed;
      const checkAnswer = (answer: Answer): void => check(answer, request.log);
      const execution = {
        checkAnswer,
        operation,
        handler,
        transactions,
        access,
        requestId: request.id,
        key,
        request: parts,
        undeclared,
        isAbandoned,
      };
      return faultsOf(() => execute(execution));
    },
  };
}

const NO_BODY = Buffer.alloc(0);

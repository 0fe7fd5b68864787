import { randomUUID } from 'node:crypto';
import { callable, type OptionKinds, readOptions, record, required, text } from '#runtime';
import type { Answer } from './answer.ts';
import type { ContractHandlers } from './contract-server.ts';
import type { Operation } from './generated/operations.ts';
import { notImplemented } from './not-implemented.ts';
import { optionInvalid } from './options.ts';
import { operationsOf, pathParams } from './paths.ts';
import { type AnyHandler, execute } from './pipeline/execution.ts';
import { bindKey } from './pipeline/idempotency-key.ts';
import { parseJsonBody } from './pipeline/json-body.ts';
import { requestContract, requestParts } from './pipeline/request-parts.ts';
import type { Access, Transactions } from './ports.ts';
import { Problem, problemAnswer } from './problem.ts';

/** A call of an operation without HTTP. */
export interface ContractCall {
  /** The HTTP method, in capitals. */
  readonly method: string;
  /** With the version, without a query. */
  readonly path: string;
  /** JSON; empty for an operation without a body. */
  readonly body: Buffer;
  /** The key of the call. Absent for an operation that takes none. */
  readonly idempotencyKey?: string | undefined;
}

/** What calls run on. */
export interface CallInput<Transaction> {
  /** The handlers of the server. */
  readonly handlers: ContractHandlers<Transaction>;
  /** The store of the server. */
  readonly transactions: Transactions<Transaction>;
  /** The user that a call to this company runs for, or undefined if there is no such company. */
  readonly admit: (companyId: number) => Promise<Access | undefined>;
}

const INPUT: OptionKinds<CallInput<unknown>> = {
  handlers: required(record()),
  transactions: required(record('read', 'write', 'writeOnce')),
  admit: required(callable),
};

const CALL: OptionKinds<ContractCall> = {
  method: required(text),
  path: required(text),
  body: required({ expected: 'a Buffer', accepts: Buffer.isBuffer }),
  idempotencyKey: { expected: 'a text', accepts: (value) => typeof value === 'string' },
};

/**
 * Runs an operation on a company without HTTP and without credentials. Path, body and idempotency key are checked as for a request. The
 * caller is responsible for the access.
 *
 * @returns the answer that a request would get, which may be a problem
 * @throws {ServerError} `option-invalid` for a call that is none, `answer-invalid` for an answer of a handler that cannot be sent
 * @example
 * const body = Buffer.from('{"descrizione":"Vite"}');
 * const { status } = await runCall(input, { method: 'POST', path: '/api/v3/1/articolo', body, idempotencyKey: 'import-1' });
 */
export async function runCall<Transaction>(input: CallInput<Transaction>, call: ContractCall): Promise<Answer> {
  readOptions<CallInput<unknown>>(input, INPUT, optionInvalid);
  readOptions<ContractCall>(call, CALL, optionInvalid);
  try {
    return await run(input, call);
  } catch (error) {
    if (error instanceof Problem) return problemAnswer(error.code, error.details);
    throw error;
  }
}

async function run<Transaction>({ handlers, transactions, admit }: CallInput<Transaction>, call: ContractCall): Promise<Answer> {
  const { operation, params: texts } = routeOf(call);
  const contract = requestContract(operation.id);
  const body = contract.validators.Body === undefined ? undefined : parseJsonBody(call.body);
  const request = requestParts(contract, { params: texts, query: {} }, body);
  const access = (await admit(Number(texts.companyId))) ?? undefined;
  if (access === undefined) throw new Problem('not-found', { detail: `There is no company ${texts.companyId}.` });
  // The generated types hold each handler to its own operation; here they are all seen as one.
  const handler = (handlers as Readonly<Record<string, unknown>>)[operation.id] as AnyHandler<Transaction> | typeof notImplemented;
  if (handler === notImplemented || typeof handler !== 'function')
    throw new Problem('not-implemented', { detail: `${operation.id} is not implemented yet.` });
  const key = operation.acceptsKey ? bindKey(call.idempotencyKey, { method: call.method, url: call.path }, call.body) : undefined;
  const isAbandoned = (): boolean => false;
  return execute({ operation, handler, transactions, access, requestId: randomUUID(), key, request, isAbandoned });
}

interface Route {
  readonly operation: Operation;
  readonly params: Record<string, string>;
}

function routeOf({ method, path }: ContractCall): Route {
  for (const operation of operationsOf(['customer'])) {
    const params = operation.method === method && operation.company ? pathParams(operation, path) : undefined;
    if (params !== undefined) return { operation, params };
  }
  throw new Problem('route-not-found', { detail: `There is no operation ${method} ${path} on a company.` });
}

import { type Members, requestMembers } from '../generated/request-members.ts';
import { Problem, type Violation } from '../problem.ts';
import { declaredMembers } from './declared-members.ts';
import { bodyViolations, type PartValidators, queryViolations, validatorsOf } from './validation.ts';
import { schemaViolation } from './violations.ts';

/** A request after its parts were checked, their texts coerced, and what the contract does not declare left out of the body. */
export interface RequestParts {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

/** What the contract says of the parts of one operation's requests. */
export interface RequestContract {
  readonly validators: PartValidators;
  readonly members: Members;
}

export function requestContract(operationId: string): RequestContract {
  return { validators: validatorsOf(operationId), members: requestMembers[operationId] ?? true };
}

/**
 * Throws 404 for a path that names nothing, and 400 for a query or a body that does not fit the contract, with every fault of both.
 *
 * @param undeclared what else is wrong with the query; alone it is no reason to throw here
 */
export function requestParts(
  { validators, members }: RequestContract,
  { params, query }: Omit<RequestParts, 'body'>,
  body: unknown,
  undeclared: readonly Violation[] = [],
): RequestParts {
  const sent = { ...Object(params) } as Readonly<Record<string, unknown>>;
  // COMP-08: an identifier that is impossible, or not written the way we write it, names nothing.
  if (validators.Params?.(params) === false || !isAsSent(params, sent)) {
    throw new Problem('not-found', { detail: 'The path holds an identifier that this service does not give.' });
  }
  const violations = [...queryViolations(validators.Query, query), ...bodyViolations(validators.Body, body)];
  if (violations.length > 0) throw schemaViolation([...undeclared, ...violations]);
  return { params, query, body: declaredMembers(body, members) };
}

/** Whether every number that was coerced from text is written as it was sent. */
function isAsSent(params: unknown, sent: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(Object(params)).every(([name, value]) => typeof value !== 'number' || String(value) === sent[name]);
}

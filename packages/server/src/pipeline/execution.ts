import type { Answer } from '../answer.ts';
import { successAnswer } from '../answer.ts';
import type { Context } from '../context.ts';
import type { ProblemAnswer } from '../generated/handlers.ts';
import { UNSTORED_STATUSES } from '../generated/limits.ts';
import type { Operation } from '../generated/operations.ts';
import type { ProblemCode } from '../generated/problems.ts';
import type { Access, BoundKey, OnceOutcome, Outcome, Transactions } from '../ports.ts';
import { Problem, problemAnswer } from '../problem.ts';
import { requireSendable } from '../sendable.ts';
import { type HandlerResult, isProblem, requireResult } from './handler-result.ts';
import { sentenceOf } from './violations.ts';

/** Any handler of the contract, without its specific types. */
export type AnyHandler<Transaction> = (request: object, context: Context<Transaction>) => HandlerResult | Promise<HandlerResult>;

export interface Execution<Transaction> {
  readonly operation: Operation;
  readonly handler: AnyHandler<Transaction>;
  readonly transactions: Transactions<Transaction>;
  readonly access: Access;
  readonly requestId: string;
  readonly key: BoundKey | undefined;
  readonly request: object;
  /** What is wrong with the query, where that is said only after what is wrong with the key. */
  readonly undeclared?: Problem | undefined;
  /** Looks at a success before it is committed. @throws {ServerError} `answer-invalid` */
  readonly checkAnswer?: (answer: Answer) => void;
  /** Whether nobody waits for the answer any more. */
  readonly isAbandoned: () => boolean;
}

const IN_PROGRESS_RETRY_SECONDS = 1;

/** Runs the handler in one unit of work: once for each key, if there is one. */
export async function execute<Transaction>(execution: Execution<Transaction>): Promise<Answer> {
  const { operation, transactions, access, key } = execution;
  const work = (transaction: Transaction): Promise<Outcome> => handle(execution, transaction);
  if (operation.method === 'GET') return transactions.read(access, work);
  if (key === undefined) return transactions.write(access, work);
  return onceAnswer(await transactions.writeOnce(access, key, work));
}

async function handle<Transaction>(execution: Execution<Transaction>, transaction: Transaction): Promise<Outcome> {
  const { operation, handler, access, requestId, request, undeclared, isAbandoned, checkAnswer } = execution;
  if (undeclared !== undefined) {
    const { code, details } = undeclared;
    return { answer: problemAnswer(code, { ...details, instance: `urn:uuid:${requestId}` }), effective: false, remembered: false };
  }
  const { user, applicationId } = access;
  const result = requireResult(operation.id, await handler(request, { requestId, user, applicationId, transaction, isAbandoned }));
  // What cannot be sent fails here, where nothing is committed yet.
  if (!isProblem(result)) {
    const answer = requireSendable(successAnswer(result));
    checkAnswer?.(answer);
    return { answer, effective: true, remembered: operation.acceptsKey };
  }
  const answer = refusal(result, requestId);
  // What a client can mend, such as a 400, does not use its key up (D-07).
  return { answer, effective: false, remembered: operation.acceptsKey && !UNSTORED_STATUSES.includes(answer.status) };
}

function refusal({ problem, detail, errors = [] }: ProblemAnswer<ProblemCode>, requestId: string): Answer {
  // Many clients show the detail and nothing else.
  const said = detail ?? (errors.length > 0 ? sentenceOf(errors) : undefined);
  return problemAnswer(problem, { detail: said, instance: `urn:uuid:${requestId}`, ...(errors.length > 0 && { errors }) });
}

function onceAnswer(outcome: OnceOutcome): Answer {
  switch (outcome.kind) {
    case 'executed':
      return outcome.answer;
    case 'replayed':
      // IDEM-03
      return requireSendable({ ...outcome.answer, headers: { ...outcome.answer.headers, 'idempotent-replayed': 'true' } });
    case 'in-progress':
      throw new Problem('idempotency-in-progress', {
        detail: 'The first request with this Idempotency-Key is still being processed. Wait and retry.',
        headers: { 'retry-after': String(IN_PROGRESS_RETRY_SECONDS) },
      });
    case 'mismatch':
      throw new Problem('idempotency-mismatch', {
        detail: 'This Idempotency-Key was used with another method, URL or body. Take a new key for a new operation.',
      });
  }
}

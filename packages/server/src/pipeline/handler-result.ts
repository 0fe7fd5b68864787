import type { HandlerSuccess } from '../answer.ts';
import type { ProblemAnswer } from '../generated/handlers.ts';
import { type ProblemCode, problems } from '../generated/problems.ts';
import { ServerError } from '../server-error.ts';

/** What a handler answered, in one of its two forms. */
export type HandlerResult = HandlerSuccess | ProblemAnswer<ProblemCode>;

/**
 * The types hold handlers to one of the two forms, but one in JavaScript may answer anything.
 *
 * @throws {ServerError} `answer-invalid`
 */
export function requireResult(operationId: string, result: unknown): HandlerResult {
  if (isProblem(result) || isSuccess(result)) return result;
  const expected = 'either { status, headers, body } with a status from 200 to 299, or { problem, detail, errors } with a code of problems';
  throw new ServerError('answer-invalid', `The handler ${operationId} must answer ${expected}.`);
}

export function isProblem(result: unknown): result is ProblemAnswer<ProblemCode> {
  const { problem, detail, errors } = membersOf(result);
  const detailed = detail === undefined || typeof detail === 'string';
  return typeof problem === 'string' && Object.hasOwn(problems, problem) && detailed && (errors === undefined || Array.isArray(errors));
}

function isSuccess(result: unknown): result is HandlerSuccess {
  const { problem, status, headers } = membersOf(result);
  const succeeded = Number.isInteger(status) && Number(status) >= 200 && Number(status) <= 299;
  return problem === undefined && succeeded && (headers === undefined || (typeof headers === 'object' && headers !== null));
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

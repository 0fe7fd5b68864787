import type { FastifyBaseLogger } from 'fastify';
import type { Answer } from '../answer.ts';
import type { Operation } from '../generated/operations.ts';
import { ServerError } from '../server-error.ts';
import { answerValidatorsOf, type Validator } from './validation.ts';
import { violationsOf } from './violations.ts';

/** What is done about a success that does not fit the contract: it is answered 500, or logged and sent, or not looked for. */
export type ValidateAnswers = 'throw' | 'log' | 'off';

/** Looks at what a handler answered, before it is committed. @throws {ServerError} `answer-invalid` */
export type AnswerCheck = (answer: Answer, log: FastifyBaseLogger) => void;

/** The check of an operation's answers. */
export function answerCheck(operation: Operation, how: ValidateAnswers): AnswerCheck {
  if (how === 'off') return () => {};
  return (answer, log) => {
    const fault = faultIn(operation, answer);
    if (fault === undefined) return;
    const error = new ServerError('answer-invalid', `The answer of the handler ${operation.id} does not fit the contract: ${fault}.`);
    if (how === 'throw') throw error;
    log.error({ err: error }, error.message);
  };
}

function faultIn({ id, successStatus }: Operation, { status, headers, body }: Answer): string | undefined {
  if (status !== successStatus) return `the status is ${status}, and it must be ${successStatus}`;
  const validators = answerValidatorsOf(id, status);
  const inHeaders = validators.headers && misfit(validators.headers, headers, 'header');
  if (inHeaders !== undefined) return inHeaders;
  const isJson = headers['content-type']?.startsWith('application/json') ?? false;
  if (validators.body === undefined) return isJson ? 'the body must not be JSON' : undefined;
  // What is judged is what will be sent: members that are undefined are left out by then.
  return isJson ? misfit(validators.body, JSON.parse(body), 'body') : 'the body must be JSON';
}

function misfit(validator: Validator, data: unknown, place: 'body' | 'header'): string | undefined {
  if (validator(data)) return undefined;
  return violationsOf(place, validator.errors ?? [])
    .map(({ detail }) => `${place}: ${detail}`)
    .join('; ');
}

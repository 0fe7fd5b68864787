import { validateHeaderName, validateHeaderValue } from 'node:http';
import { toUSVString } from 'node:util';
import type { Answer } from './answer.ts';
import { ServerError } from './server-error.ts';

/** Headers that Node writes itself: another value of them breaks the connection. */
const OF_THE_CONNECTION: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'keep-alive',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** RFC 9110, 15.3.5 and 15.3.6: answers with these have no body. */
const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205]);

/**
 * Checks that HTTP can carry an answer. That is before it is committed: what was committed must be answered, and a retry gets the same again.
 *
 * @throws {ServerError} `answer-invalid`
 */
export function requireSendable(answer: Answer): Answer {
  const { status, headers, body } = answer;
  if (!Number.isInteger(status) || status < 200 || status > 599) throw answerInvalid('Its status is no whole number from 200 to 599.');
  for (const [name, value] of Object.entries(headers)) requireHeader(name, value);
  // A half of a surrogate pair has no bytes in UTF-8: the text would change on its way, and a replay with it.
  if (typeof body !== 'string' || toUSVString(body) !== body) throw answerInvalid('Its body is no well-formed text.');
  if (body !== '' && WITHOUT_BODY.has(status)) throw answerInvalid(`An answer with ${status} has no body.`);
  return answer;
}

function requireHeader(name: string, value: unknown): void {
  if (OF_THE_CONNECTION.has(name)) throw answerInvalid(`The header ${name} is the connection's, and not the handler's.`);
  if (typeof value !== 'string') throw answerInvalid(`The value of the header ${name} is no text.`);
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value);
  } catch (cause) {
    throw answerInvalid('Its headers hold a name or a value with characters that no header can have.', cause);
  }
}

export function answerInvalid(sentence: string, cause?: unknown): ServerError {
  return new ServerError('answer-invalid', `The answer cannot be sent. ${sentence}`, cause === undefined ? undefined : { cause });
}

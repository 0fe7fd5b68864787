import type { OperationId } from '../../src/generated/operations.ts';
import { answering, forwarding } from '../faults/exchanges.ts';
import { isKey, KEY_HEADER } from '../faults/keys.ts';
import type { Mutants, NewFault, Request } from '../mutant.ts';
import { bodyOf, headerOf, withBody, withHeader } from '../peer/message.ts';

function parserSays(body: string): string {
  try {
    JSON.parse(body);
    return 'a login holds two texts';
  } catch (error) {
    return String(error);
  }
}

export const mutants: Mutants = {
  'problem-as-plain-json': answering((answer) => (answer.status >= 400 ? withHeader(answer, 'Content-Type', 'application/json') : answer)),
  'no-code': answering((answer) => {
    const { code: _dropped, ...problem } = bodyOf(answer);
    return answer.status === 403 ? withBody(answer, problem) : answer;
  }),
  'shows-the-token': answering((answer, request, { target }) => {
    const wrongKey = answer.status === 403 && headerOf(request, 'X-Service-LicenseKey') === 'wrong-license-key';
    return wrongKey ? withBody(answer, { ...bodyOf(answer), expected: target.companies[0].licenseKey }) : answer;
  }),
  'unprocessable-instead-of-bad': answering((answer, request) => {
    const keyed = headerOf(request, 'Idempotency-Key') !== undefined;
    return answer.status === 400 && request.operation === 'createAnagrafica' && !keyed ? { ...answer, status: 422 } : answer;
  }),
  'unprocessable-limit-of-documents': answering((answer, { operation }) =>
    operation === 'listDocumento' && answer.status === 400 ? { ...answer, status: 422 } : answer,
  ),
  'repeats-the-password': detailed(401, (request) => `No user has the password ${bodyOf(request).Password}.`),
  'repeats-a-login-that-cannot-be-read': detailed(400, ({ body }) => `This is no login: ${body}`),
  'a-missing-contact-is-plain-json': asPlainJson('updateAnagrafica', 404),
  'a-stale-document-is-plain-json': asPlainJson('updateDocumento', 422),
  'repeats-what-stands-around-a-fault-of-json': detailed(400, ({ body }) => parserSays(body)),
  'stored-refusal-as-plain-json': () => {
    const refused = new Set<string>();
    return async (request, forward) => {
      const answer = await forward(request);
      const key = headerOf(request, KEY_HEADER);
      if (!isKey(key) || answer.status < 400 || answer.status >= 500) return answer;
      const use = JSON.stringify([key, request.path, request.body]);
      const isStored = refused.has(use);
      refused.add(use);
      return isStored ? withHeader(answer, 'Content-Type', 'application/json') : answer;
    };
  },
  'bytes-that-are-no-text-are-passed-over': forwarding((request) => {
    const { body, encoding } = request;
    const isRead = request.operation === 'createAnagrafica' && encoding !== undefined;
    return isRead ? { ...request, body: Buffer.from(body, encoding).toString('utf8'), encoding: undefined } : request;
  }),
  'early-exports-are-refused-without-a-code': answering((answer) => {
    const { code, ...problem } = bodyOf(answer);
    return code === 'documento-not-issued' ? withBody(answer, problem) : answer;
  }),
  'a-password-that-is-too-long-is-quoted': detailed(400, (request) => {
    const { UserName, Password } = bodyOf(request);
    return typeof UserName === 'string' ? `The Password must be a short text, and is ${String(Password)}.` : undefined;
  }),
};

/** Answers one status of one operation with JSON that is not a problem document. */
function asPlainJson(operation: OperationId, status: number): NewFault {
  return answering((answer, request) => {
    const isMeant = request.operation === operation && answer.status === status;
    return isMeant ? withHeader(answer, 'Content-Type', 'application/json') : answer;
  });
}

/** Explains one status of a login. */
function detailed(status: number, detailOf: (request: Request) => string | undefined): NewFault {
  return answering((answer, request) => {
    const detail = request.operation === 'authenticate' && answer.status === status ? detailOf(request) : undefined;
    return detail === undefined ? answer : withBody(answer, { ...bodyOf(answer), detail });
  });
}

import type { OperationId } from '../../src/generated/operations.ts';
import { isKey, KEY_HEADER } from '../faults/keys.ts';
import type { Mutants, NewFault } from '../mutant.ts';
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
  'problem-as-plain-json': () => async (request, forward) => {
    const answer = await forward(request);
    return answer.status >= 400 ? withHeader(answer, 'Content-Type', 'application/json') : answer;
  },
  'no-code': () => async (request, forward) => {
    const answer = await forward(request);
    const { code: _dropped, ...problem } = bodyOf(answer);
    return answer.status === 403 ? withBody(answer, problem) : answer;
  },
  'shows-the-token':
    ({ target }) =>
    async (request, forward) => {
      const answer = await forward(request);
      const wrongKey = answer.status === 403 && headerOf(request, 'X-Service-LicenseKey') === 'wrong-license-key';
      return wrongKey ? withBody(answer, { ...bodyOf(answer), expected: target.companies[0].licenseKey }) : answer;
    },
  'unprocessable-instead-of-bad': () => async (request, forward) => {
    const answer = await forward(request);
    const keyed = headerOf(request, 'Idempotency-Key') !== undefined;
    return answer.status === 400 && request.operation === 'createAnagrafica' && !keyed ? { ...answer, status: 422 } : answer;
  },
  'unprocessable-limit-of-documents': () => async (request, forward) => {
    const answer = await forward(request);
    return request.operation === 'listDocumento' && answer.status === 400 ? { ...answer, status: 422 } : answer;
  },
  'repeats-the-password': () => async (request, forward) => {
    const answer = await forward(request);
    return request.operation === 'authenticate' && answer.status === 401
      ? withBody(answer, { ...bodyOf(answer), detail: `No user has the password ${bodyOf(request).Password}.` })
      : answer;
  },
  'repeats-a-login-that-cannot-be-read': () => async (request, forward) => {
    const answer = await forward(request);
    const isUnread = request.operation === 'authenticate' && answer.status === 400;
    return isUnread ? withBody(answer, { ...bodyOf(answer), detail: `This is no login: ${request.body}` }) : answer;
  },
  'a-missing-contact-is-plain-json': asPlainJson('updateAnagrafica', 404),
  'a-stale-document-is-plain-json': asPlainJson('updateDocumento', 422),
  'repeats-what-stands-around-a-fault-of-json': () => async (request, forward) => {
    const answer = await forward(request);
    const isUnread = request.operation === 'authenticate' && answer.status === 400;
    return isUnread ? withBody(answer, { ...bodyOf(answer), detail: parserSays(request.body) }) : answer;
  },
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
  'bytes-that-are-no-text-are-passed-over': () => async (request, forward) => {
    const { body, encoding } = request;
    const isRead = request.operation === 'createAnagrafica' && encoding !== undefined;
    return await forward(isRead ? { ...request, body: Buffer.from(body, encoding).toString('utf8'), encoding: undefined } : request);
  },
  'early-exports-are-refused-without-a-code': () => async (request, forward) => {
    const answer = await forward(request);
    const { code, ...problem } = bodyOf(answer);
    return code === 'documento-not-issued' ? withBody(answer, problem) : answer;
  },
  'a-password-that-is-too-long-is-quoted': () => async (request, forward) => {
    const answer = await forward(request);
    const { UserName, Password } = bodyOf(request);
    const isQuoted = request.operation === 'authenticate' && answer.status === 400 && typeof UserName === 'string';
    return isQuoted
      ? withBody(answer, { ...bodyOf(answer), detail: `The Password must be a short text, and is ${String(Password)}.` })
      : answer;
  },
};

/** Answers one status of one operation with JSON that is not a problem document. */
function asPlainJson(operation: OperationId, status: number): NewFault {
  return () => async (request, forward) => {
    const answer = await forward(request);
    const isMeant = request.operation === operation && answer.status === status;
    return isMeant ? withHeader(answer, 'Content-Type', 'application/json') : answer;
  };
}

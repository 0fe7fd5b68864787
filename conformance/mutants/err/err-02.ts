import type { OperationId } from '../../src/generated/operations.ts';
import { isKey, KEY_HEADER } from '../faults/keys.ts';
import type { Mutant } from '../mutant.ts';
import { bodyOf, headerOf, withBody, withHeader } from '../peer/message.ts';

function parserSays(body: string): string {
  try {
    JSON.parse(body);
    return 'a login holds two texts';
  } catch (error) {
    return String(error);
  }
}

/** Faulty services that the check of ERR-02 must catch. */
export const mutants: readonly Mutant[] = [
  {
    id: 'ERR-02-problem-as-plain-json',
    mustBreak: ['ERR-02'],
    fault: () => async (request, forward) => {
      const answer = await forward(request);
      return answer.status >= 400 ? withHeader(answer, 'Content-Type', 'application/json') : answer;
    },
  },
  {
    id: 'ERR-02-no-code',
    mustBreak: ['ERR-02'],
    fault: () => async (request, forward) => {
      const answer = await forward(request);
      const { code: _dropped, ...problem } = bodyOf(answer);
      return answer.status === 403 ? withBody(answer, problem) : answer;
    },
  },
  {
    id: 'ERR-02-shows-the-token',
    mustBreak: ['ERR-02'],
    fault:
      ({ target }) =>
      async (request, forward) => {
        const answer = await forward(request);
        const wrongKey = answer.status === 403 && headerOf(request, 'X-Service-LicenseKey') === 'wrong-license-key';
        return wrongKey ? withBody(answer, { ...bodyOf(answer), expected: target.companies[0].licenseKey }) : answer;
      },
  },
  {
    id: 'ERR-02-unprocessable-instead-of-bad',
    mustBreak: ['ERR-02'],
    fault: () => async (request, forward) => {
      const answer = await forward(request);
      const keyed = headerOf(request, 'Idempotency-Key') !== undefined;
      return answer.status === 400 && request.operation === 'createAnagrafica' && !keyed ? { ...answer, status: 422 } : answer;
    },
  },
  {
    id: 'ERR-02-unprocessable-limit-of-documents',
    mustBreak: ['ERR-02'],
    fault: () => async (request, forward) => {
      const answer = await forward(request);
      return request.operation === 'listDocumento' && answer.status === 400 ? { ...answer, status: 422 } : answer;
    },
  },
  {
    id: 'ERR-02-repeats-the-password',
    mustBreak: ['ERR-02'],
    fault: () => async (request, forward) => {
      const answer = await forward(request);
      return request.operation === 'authenticate' && answer.status === 401
        ? withBody(answer, { ...bodyOf(answer), detail: `No user has the password ${bodyOf(request).Password}.` })
        : answer;
    },
  },
  {
    id: 'ERR-02-repeats-a-login-that-cannot-be-read',
    mustBreak: ['ERR-02'],
    fault: () => async (request, forward) => {
      const answer = await forward(request);
      const isUnread = request.operation === 'authenticate' && answer.status === 400;
      return isUnread ? withBody(answer, { ...bodyOf(answer), detail: `This is no login: ${request.body}` }) : answer;
    },
  },
  { id: 'ERR-02-a-missing-contact-is-plain-json', mustBreak: ['ERR-02'], fault: asPlainJson('updateAnagrafica', 404) },
  { id: 'ERR-02-a-stale-document-is-plain-json', mustBreak: ['ERR-02'], fault: asPlainJson('updateDocumento', 422) },
  {
    id: 'ERR-02-repeats-what-stands-around-a-fault-of-json',
    mustBreak: ['ERR-02'],
    fault: () => async (request, forward) => {
      const answer = await forward(request);
      const isUnread = request.operation === 'authenticate' && answer.status === 400;
      return isUnread ? withBody(answer, { ...bodyOf(answer), detail: parserSays(request.body) }) : answer;
    },
  },
  {
    id: 'ERR-02-stored-refusal-as-plain-json',
    mustBreak: ['ERR-02'],
    fault: () => {
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
  },
  {
    id: 'ERR-02-bytes-that-are-no-text-are-passed-over',
    mustBreak: ['ERR-02'],
    fault: () => async (request, forward) => {
      const { body, encoding } = request;
      const isRead = request.operation === 'createAnagrafica' && encoding !== undefined;
      return await forward(isRead ? { ...request, body: Buffer.from(body, encoding).toString('utf8'), encoding: undefined } : request);
    },
  },
  {
    id: 'ERR-02-early-exports-are-refused-without-a-code',
    mustBreak: ['ERR-02'],
    fault: () => async (request, forward) => {
      const answer = await forward(request);
      const { code, ...problem } = bodyOf(answer);
      return code === 'documento-not-issued' ? withBody(answer, problem) : answer;
    },
  },
  {
    id: 'ERR-02-a-password-that-is-too-long-is-quoted',
    mustBreak: ['ERR-02'],
    fault: () => async (request, forward) => {
      const answer = await forward(request);
      const { UserName, Password } = bodyOf(request);
      const isQuoted = request.operation === 'authenticate' && answer.status === 400 && typeof UserName === 'string';
      return isQuoted
        ? withBody(answer, { ...bodyOf(answer), detail: `The Password must be a short text, and is ${String(Password)}.` })
        : answer;
    },
  },
];

/** Answers one status of one operation with JSON that is not a problem document. */
function asPlainJson(operation: OperationId, status: number): Mutant['fault'] {
  return () => async (request, forward) => {
    const answer = await forward(request);
    const isMeant = request.operation === operation && answer.status === status;
    return isMeant ? withHeader(answer, 'Content-Type', 'application/json') : answer;
  };
}

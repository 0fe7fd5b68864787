import type { OperationId } from '../../src/generated/operations.ts';
import type { Mutant } from '../mutant.ts';
import { headerOf, isSuccess, withHeader } from '../peer/message.ts';

/** A fault that finds the token in a malformed Authorization header. */
function tokenFoundIn(malformed: RegExp, only?: OperationId): Mutant['fault'] {
  return () => async (request, forward) => {
    if (only !== undefined && request.operation !== only) return await forward(request);
    const token = malformed.exec(headerOf(request, 'Authorization') ?? '')?.[1];
    return await forward(token === undefined ? request : withHeader(request, 'Authorization', `Bearer ${token}`));
  };
}

/** Faulty services that the check of AUTH-04 must catch. */
export const mutants: readonly Mutant[] = [
  {
    id: 'AUTH-04-redelivery-takes-a-bare-token',
    mustBreak: ['AUTH-04'],
    fault: tokenFoundIn(/^(\S+)$/, 'redeliverEvento'),
  },
  {
    id: 'AUTH-04-item-without-token',
    mustBreak: ['AUTH-04'],
    fault: () => {
      let token = '';
      return async (request, forward) => {
        const sent = headerOf(request, 'Authorization');
        if (request.operation === 'getArticolo' && sent === undefined) return await forward(withHeader(request, 'Authorization', token));
        const answer = await forward(request);
        if (isSuccess(answer) && sent !== undefined) token = sent;
        return answer;
      };
    },
  },
  {
    id: 'AUTH-04-unknown-token-is-forbidden',
    // An expired token gets the same answer.
    mustBreak: ['AUTH-04', 'AUTH-05'],
    fault: () => async (request, forward) => {
      const answer = await forward(request);
      return answer.status === 401 && headerOf(request, 'Authorization')?.startsWith('Bearer ') ? { ...answer, status: 403 } : answer;
    },
  },
  {
    id: 'AUTH-04-half-a-token-serves',
    mustBreak: ['AUTH-04'],
    fault: () => {
      const known = new Set<string>();
      return async (request, forward) => {
        const sent = headerOf(request, 'Authorization') ?? '';
        const whole = [...known].find((token) => sent.length > 20 && token.startsWith(sent));
        const answer = await forward(whole === undefined ? request : withHeader(request, 'Authorization', whole));
        if (isSuccess(answer) && whole === undefined && sent !== '') known.add(sent);
        return answer;
      };
    },
  },
  { id: 'AUTH-04-token-without-its-scheme', mustBreak: ['AUTH-04'], fault: tokenFoundIn(/^([^ ]+)$/) },
  { id: 'AUTH-04-scheme-without-a-space', mustBreak: ['AUTH-04'], fault: tokenFoundIn(/^Bearer([^ ]+)$/) },
  { id: 'AUTH-04-first-word-after-the-scheme', mustBreak: ['AUTH-04'], fault: tokenFoundIn(/^Bearer ([^ ]+) /) },
  {
    id: 'AUTH-04-issue-without-token',
    mustBreak: ['AUTH-04'],
    fault: () => {
      let token = '';
      return async (request, forward) => {
        const sent = headerOf(request, 'Authorization');
        if (request.operation === 'emitDocumento' && sent === undefined) return await forward(withHeader(request, 'Authorization', token));
        const answer = await forward(request);
        if (isSuccess(answer) && sent !== undefined) token = sent;
        return answer;
      };
    },
  },
];

import type { Mutant } from './mutant.ts';
import { bodyOf, headerOf, refusal, withBody, withHeader } from './peer/message.ts';

/** Services that fall over, or do not say what is wrong. */
export const errMutants: readonly Mutant[] = [
  {
    id: 'ERR-01-falls-over-a-percent-sign',
    mustBreak: ['ERR-01'],
    fault: () => async (request, forward) => {
      try {
        decodeURIComponent(request.path);
      } catch {
        return refusal(500);
      }
      return await forward(request);
    },
  },
  {
    id: 'ERR-01-falls-over-a-body-that-is-no-object',
    mustBreak: ['ERR-01'],
    fault: () => async (request, forward) =>
      request.operation === 'createAnagrafica' && /^\s*(null|true|false|\d|")/.test(request.body) ? refusal(500) : await forward(request),
  },
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
];

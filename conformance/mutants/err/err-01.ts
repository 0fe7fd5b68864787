import type { Mutant } from '../mutant.ts';
import { bodyOf, refusal } from '../peer/message.ts';

/** Faulty services that the check of ERR-01 must catch. */
export const mutants: readonly Mutant[] = [
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
    id: 'ERR-01-falls-over-a-row-that-is-null',
    mustBreak: ['ERR-01'],
    mayBreak: ['ERR-02'],
    fault: () => async (request, forward) => {
      const { righe } = bodyOf(request);
      const isNull = request.operation === 'updateDocumento' && Array.isArray(righe) && righe.includes(null);
      return isNull ? refusal(500) : await forward(request);
    },
  },
  {
    id: 'ERR-01-falls-over-a-cursor-in-the-log',
    mustBreak: ['ERR-01'],
    fault: () => async (request, forward) =>
      request.operation === 'listEvento' && /after=abc/.test(request.path) ? refusal(500) : await forward(request),
  },
  {
    id: 'ERR-01-falls-over-a-large-cursor',
    mustBreak: ['ERR-01'],
    mayBreak: ['ERR-02'],
    fault: () => async (request, forward) =>
      request.operation === 'listDocumento' && /after=2147483648/.test(request.path) ? refusal(500) : await forward(request),
  },
];

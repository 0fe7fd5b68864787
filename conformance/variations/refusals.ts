import type { Mutant } from '../mutants/mutant.ts';
import { type Answer, bodyOf, headerOf, refusal, withBody, withHeader } from '../mutants/peer/message.ts';
import type { Variation } from './variation.ts';

/** What is refused for the state of objects, which may change: not for a stale token, and not for its key. */
const STATES = new Set(['documento-issued', 'documento-not-issued', 'documento-incomplete', 'numero-taken', 'in-use']);

/** What the state of objects forbids is a conflict (409), which leaves its key free. */
const conflicts: Mutant['fault'] = () => {
  /** How often each key was left free: the service behind has kept the refusal, and gets another key the next time. */
  const freed = new Map<string, number>();
  return async (request, forward) => {
    const key = headerOf(request, 'Idempotency-Key') ?? '';
    const times = freed.get(key) ?? 0;
    const answer = await forward(times === 0 ? request : withHeader(request, 'Idempotency-Key', `${key}~${times}`));
    if (answer.status !== 422 || !STATES.has(String(bodyOf(answer).code))) return answer;
    if (key !== '') freed.set(key, times + 1);
    return withBody({ ...answer, status: 409 }, { ...bodyOf(answer), status: 409 });
  };
};

/** What was wrong (400) has used its key: the same is answered so again, and anything else under that key is refused. */
const kept: Mutant['fault'] = () => {
  const wrong = new Map<string, { readonly body: string; readonly answer: Answer }>();
  return async (request, forward) => {
    const key = headerOf(request, 'Idempotency-Key') ?? '';
    const earlier = wrong.get(key);
    if (earlier !== undefined) return earlier.body === request.body ? earlier.answer : refusal(422);
    const answer = await forward(request);
    if (key !== '' && answer.status === 400) wrong.set(key, { body: request.body, answer });
    return answer;
  };
};

/** Refusals with other statuses, and such as use their key. */
export const refusalVariations: readonly Variation[] = [
  {
    id: 'states-of-objects-are-conflicts',
    rules: ['IDEM-*', 'HDR-0*', 'COMP-08', 'COMP-09', 'CONC-*', 'EVT-*', 'ERR-*'],
    // Refusals for states are sent at this budget alone.
    budget: 'standard',
    fault: conflicts,
  },
  {
    id: 'bad-requests-use-their-key',
    rules: ['CONC-*', 'ERR-*', 'HOOK-*', 'IDEM-*'],
    against: ['IDEM-16'],
    fault: kept,
  },
  {
    id: 'keys-are-short-and-without-odd-characters',
    rules: ['IDEM-*', 'CONC-*'],
    against: ['IDEM-16', 'IDEM-17'],
    fault: () => async (request, forward) => {
      const key = headerOf(request, 'Idempotency-Key');
      return key === undefined || /^[\w-]{1,64}$/.test(key) ? await forward(request) : refusal(400);
    },
  },
];

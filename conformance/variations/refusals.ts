import type { NewFault } from '../mutants/mutant.ts';
import { type Answer, bodyOf, headerOf, refusal, withBody, withHeader } from '../mutants/peer/message.ts';
import type { Variation } from './variation.ts';

/** Codes of refusals because of the state of an object, apart from stale tokens and keys. */
const STATES = new Set(['documento-issued', 'documento-not-issued', 'documento-incomplete', 'numero-taken', 'in-use']);

/** Answers such a refusal with 409, and leaves the key free. */
const conflicts: NewFault = () => {
  /** How often each key was left free. The service behind has kept the refusal, so the next attempt gets another key. */
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

/** A bad request (400) uses its key. The same request gets the same answer, and any other request with that key is refused. */
const kept: NewFault = () => {
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

/** Refusals with other statuses, and refusals that use their key. */
export const refusalVariations: readonly Variation[] = [
  {
    id: 'states-of-objects-are-conflicts',
    rules: ['IDEM-*', 'HDR-0*', 'COMP-08', 'COMP-09', 'CONC-*', 'EVT-*', 'ERR-*'],
    // Smaller budgets do not provoke such refusals.
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

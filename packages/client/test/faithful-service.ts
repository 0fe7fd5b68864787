import { isLogin, problem, type Reaction, type Script, type Seen } from './scripted-service.ts';

/** What can go wrong with one request. In those that end in `-after`, the request has taken effect. */
export const FAULTS = [
  'expired',
  'in-progress',
  'in-progress-bare',
  'unavailable',
  'unavailable-after',
  'rate-limited',
  'lost',
  'lost-after',
  'cut-after',
] as const;
export type Fault = (typeof FAULTS)[number];

/** A service that keeps the rules of idempotency and fails with the given faults, in their order. */
export interface FaithfulService {
  readonly script: Script;
  /** The bodies of every creation that took effect. */
  readonly effects: readonly string[];
  /** Keys of requests that contradict an earlier one with the same key. */
  readonly mismatches: readonly string[];
}

export function faithfulService(faults: readonly Fault[]): FaithfulService {
  const left = [...faults];
  const effects: string[] = [];
  const mismatches: string[] = [];
  const stored = new Map<string, { readonly fingerprint: string; readonly answer: Reaction }>();
  let issued = 0;

  function execute(request: Seen): Reaction {
    if (request.method === 'GET') return { status: 200, body: { id: 1, nome: 'Rossi', concurrencyToken: 0 } };
    const key = String(request.headers['idempotency-key']);
    const fingerprint = `${request.method} ${request.path} ${request.body}`;
    const earlier = stored.get(key);
    if (earlier) {
      if (earlier.fingerprint === fingerprint) return withReplayed(earlier.answer);
      mismatches.push(key);
      return problem(422, 'idempotency-mismatch');
    }
    effects.push(request.body);
    const answer = { status: 201, body: { ...JSON.parse(request.body), id: effects.length, concurrencyToken: 0 } };
    stored.set(key, { fingerprint, answer });
    return answer;
  }

  return {
    effects,
    mismatches,
    script(request) {
      if (isLogin(request)) {
        issued += 1;
        return { status: 200, headers: { 'X-Token': `token-${issued}` } };
      }
      if (request.headers.authorization !== `Bearer token-${issued}`) return problem(401, 'token-invalid');
      return failWith(left.shift(), () => execute(request));
    },
  };
}

function failWith(fault: Fault | undefined, execute: () => Reaction): Reaction {
  switch (fault) {
    case undefined:
      return execute();
    case 'expired':
      return problem(401, 'token-invalid');
    case 'in-progress':
      return problem(409, 'idempotency-in-progress', {}, { 'Retry-After': '1' });
    case 'in-progress-bare':
      return { status: 409 };
    case 'unavailable':
      return problem(503, 'unavailable', {}, { 'Retry-After': '2' });
    case 'unavailable-after':
      execute();
      return problem(500, 'internal-error');
    case 'rate-limited':
      return problem(429, 'too-many-attempts', {}, { 'Retry-After': '1' });
    case 'lost':
      return 'lost';
    case 'lost-after':
      execute();
      return 'lost';
    case 'cut-after': {
      const answer = execute();
      return typeof answer === 'object' ? { ...answer, cut: true } : answer;
    }
  }
}

function withReplayed(answer: Reaction): Reaction {
  return typeof answer === 'object' ? { ...answer, headers: { ...answer.headers, 'Idempotent-Replayed': 'true' } } : answer;
}

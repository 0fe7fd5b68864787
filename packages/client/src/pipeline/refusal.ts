import type { ClientError, ClientErrorDetails, ProblemDocument } from '../errors/client-error.ts';
import * as classes from '../errors/error-classes.ts';
import { otherAnswer, parseProblem, shownHeaders } from '../errors/problem.ts';
import type { Reply } from './reply.ts';
import type { RequestPlan } from './request-plan.ts';
import { retryAfterMs } from './retry-after.ts';

/** The error for an answer other than 2xx, chosen by status and problem code. */
export function refusal(reply: Reply, plan: RequestPlan): ClientError {
  const problem = parseProblem(reply);
  const isProblem = reply.headers.get('Content-Type')?.includes('problem+json');
  const message = `${plan.operation}: the service answered ${[reply.status, problem?.code].filter(Boolean).join(' ')}${reasonOf(problem)}`;
  return classify(reply.status, problem, plan, message, {
    operation: plan.operation,
    status: reply.status,
    problem,
    answer: isProblem ? undefined : otherAnswer(reply),
    headers: shownHeaders(reply),
    requestId: requestIdOf(reply.headers) ?? problem?.instance,
    attempts: reply.attempts,
    idempotencyKey: plan.key,
    retryAfterMs: retryAfterMs(reply.headers),
  });
}

/** What the service says, and each fault that it lists and does not say there. */
function reasonOf({ detail, title, errors = [] }: ProblemDocument = {}): string {
  const said = `${detail ?? title ?? ''}`;
  const faults = errors.filter((error) => !said.includes(error.detail)).map((error) => `${error.pointer} ${error.detail}`);
  return [said, ...faults]
    .filter(Boolean)
    .map((part, index) => (index === 0 ? `: ${part}` : `; ${part}`))
    .join('');
}

export function requestIdOf(headers: Headers): string | undefined {
  return headers.get('X-Request-Id') ?? undefined;
}

function classify(
  status: number,
  problem: ProblemDocument | undefined,
  plan: RequestPlan,
  ...about: readonly [message: string, details: ClientErrorDetails]
): ClientError {
  switch (status) {
    case 400:
      return new classes.ValidationError('validation', ...about);
    case 401:
      return new classes.AuthenticationError('authentication-failed', ...about);
    case 403:
      return new classes.ForbiddenError('forbidden', ...about);
    case 404:
      // An unknown path is not the same as an unknown object.
      if (problem?.code === 'route-not-found') break;
      return new classes.NotFoundError('not-found', ...about);
    case 409:
      return new classes.ConflictError('conflict', ...about);
    case 422: {
      // Without a code: a PUT with a generated key, which cannot mismatch, was refused because of its ConcurrencyToken.
      const code = problem?.code ?? (plan.method === 'PUT' ? 'concurrency-conflict' : undefined);
      if (code === 'concurrency-conflict') return new classes.StaleTokenError('stale-token', ...about);
      if (code === 'idempotency-mismatch') return new classes.IdempotencyMismatchError('idempotency-mismatch', ...about);
      if (problem?.errors?.length) return new classes.ValidationError('validation', ...about);
      break;
    }
    case 429:
      return new classes.TooManyRequestsError('too-many-requests', ...about);
  }
  if (status >= 500) return new classes.ServiceFailureError('service-failure', ...about);
  if (status >= 400) return new classes.RefusedError('refused', ...about);
  const [message, details] = about;
  return new classes.ContractBreachError('contract-breach', `${message}, which no operation does`, details);
}

import type { Reply } from './pipeline/reply.ts';
import type { RequestPlan } from './pipeline/request-plan.ts';

/** How the request of an answer was sent. */
export interface Sent {
  /** How often it was sent. */
  readonly attempts: number;
  /** Its Idempotency-Key. GET and DELETE have none. */
  readonly idempotencyKey: string | undefined;
}

const sent = new WeakMap<Response, Sent>();

/**
 * How the request behind this `response` of a path client was sent.
 *
 * @example
 * const { response } = await company.paths.GET('/api/{version}/{companyId}/articolo');
 * console.log(sentOf(response)?.attempts);
 */
export function sentOf(response: Response): Sent | undefined {
  return sent.get(response);
}

/** The same response, which now says how its request was sent. */
export function asSent(response: Response, { attempts }: Reply, { key }: RequestPlan): Response {
  sent.set(response, { attempts, idempotencyKey: key });
  return response;
}

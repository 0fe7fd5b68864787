import type { Reply } from './pipeline/reply.ts';
import type { RequestPlan } from './pipeline/request-plan.ts';

/** How a request was sent whose answer is at hand. */
export interface Sent {
  /** How often it was sent. */
  readonly attempts: number;
  /** The key that it was sent with; GET and DELETE have none. */
  readonly idempotencyKey: string | undefined;
}

const sent = new WeakMap<Response, Sent>();

/** How the request was sent that this `response` of a path client answers. */
export function sentOf(response: Response): Sent | undefined {
  return sent.get(response);
}

/** The answer as a Response. It was read to its end already; some statuses may not have a body. */
export function toResponse({ status, headers, text, attempts }: Reply, { key }: RequestPlan): Response {
  const response = new Response(text || null, { status, headers });
  sent.set(response, { attempts, idempotencyKey: key });
  return response;
}

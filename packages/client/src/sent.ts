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

/** The same response, with the knowledge of how its request was sent. */
export function asSent(response: Response, { attempts }: Reply, { key }: RequestPlan): Response {
  sent.set(response, { attempts, idempotencyKey: key });
  return response;
}

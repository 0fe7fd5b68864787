import { type RequestPlan, withHeaders } from './request-plan.ts';

const HEADER = 'idempotency-key';

/**
 * A POST or PUT gets a key of its own, made before the first attempt and the same on each (CLI-06, CLI-09); the caller's own key wins. GET
 * and DELETE get none (CLI-11).
 */
export function withIdempotencyKey(plan: RequestPlan): RequestPlan {
  if (plan.method !== 'POST' && plan.method !== 'PUT') return plan;
  return HEADER in plan.headers ? plan : withHeaders(plan, { [HEADER]: crypto.randomUUID() });
}

export function idempotencyKeyOf(plan: RequestPlan): string | undefined {
  return plan.headers[HEADER];
}

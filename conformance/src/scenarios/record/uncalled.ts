import { withoutHeader } from '../../http/call.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Coverage } from '../../model/coverage.ts';
import { firstUse, freshCall, keyedOperations } from '../idempotency/use.ts';
import { operationCases } from '../operations/operation-case.ts';
import { whereItCan } from '../unless-refused.ts';

/**
 * Retries each operation that takes a key, unless another rule has, and sends it once more without the key, when a change is already stale.
 * @param replayed how often each was replayed
 */
export async function replayTheRest(context: CheckContext, replayed: Coverage): Promise<void> {
  for (const one of keyedOperations(context))
    if (replayed.of(one.operation) === 0)
      await whereItCan(async () => {
        const { call } = await firstUse(context, one);
        await context.send(call);
        await context.send(withoutHeader(call, 'Idempotency-Key'));
      });
}

/** Calls each operation that no rule has called yet. The calls of all rules count for this one. */
export async function callTheRest(context: CheckContext, called: Coverage): Promise<void> {
  if (called.of('authenticate') === 0) await context.send(context.run.session.authenticateCall());
  for (const one of operationCases(context, context.target.companies[0]))
    if (called.of(one.operation) === 0) await whereItCan(async () => context.prepare((await freshCall(context, one)).call));
  context.coverage.addAll(called);
}

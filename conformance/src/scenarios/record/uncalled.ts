import { withoutHeader } from '../../http/call.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Coverage } from '../../model/coverage.ts';
import { Inconclusive, Skip } from '../../model/verdict.ts';
import { firstUse, freshCall, keyedOperations } from '../idempotency/keyed-use.ts';
import { operationCases } from '../operations/operation-case.ts';

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

/** Runs a part if the target can. The run's report names the operations that no request reached. */
export async function whereItCan(part: () => Promise<unknown>): Promise<void> {
  try {
    await part();
  } catch (error) {
    if (!(error instanceof Skip || error instanceof Inconclusive)) throw error;
  }
}

import type { Mutant } from '../../mutants/mutant.ts';
import { startFaultyService } from '../../mutants/peer/faulty-service.ts';
import type { RuleResult } from '../../src/model/result.ts';
import type { RunOptions } from '../../src/model/run-options.ts';
import type { Target } from '../../src/model/target.ts';
import { runConformance } from '../../src/suite/run-conformance.ts';

/** Starts a service, judges it and ends it. @param describe what its configuration says differently */
export async function judgeService(
  parts: Pick<Mutant, 'fault' | 'deliveryFault' | 'service'> & { readonly tls?: boolean },
  options: Pick<RunOptions, 'profile' | 'rules' | 'budget'>,
  describe: (target: Target) => Target = (target) => target,
): Promise<readonly RuleResult[]> {
  const service = await startFaultyService(parts, parts.tls);
  let closed: Promise<void> | undefined;
  try {
    const { rules } = await runConformance(describe(service.target), {
      ...options,
      seed: 1,
      // What the run leaves behind goes with the service: nothing need be removed from it.
      onEvent: (event) => {
        if (event.type === 'rule-judged' && event.done === event.total) closed = service.close();
      },
    });
    return rules;
  } finally {
    await (closed ?? service.close());
  }
}

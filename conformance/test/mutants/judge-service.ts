import type { Faults } from '../../mutants/mutant.ts';
import { type ClockControl, startFaultyService } from '../../mutants/peer/faulty-service.ts';
import type { RuleResult } from '../../src/model/result.ts';
import type { RunOptions } from '../../src/model/run-options.ts';
import type { Target } from '../../src/model/target.ts';
import { runConformance } from '../../src/suite/run-conformance.ts';

/** The differences from the reference service. */
export type Differences = Faults & { readonly tls?: boolean; readonly clock?: ClockControl };

/** Starts a service, judges it and stops it. @param describe changes its configuration */
export async function judgeService(
  differences: Differences,
  options: Pick<RunOptions, 'profile' | 'rules' | 'budget' | 'deliveryFirst'>,
  describe: (target: Target) => Target = (target) => target,
): Promise<readonly RuleResult[]> {
  if (options.rules?.length === 0) return [];
  const service = await startFaultyService(differences, differences.tls);
  let closed: Promise<void> | undefined;
  try {
    const { rules } = await runConformance(describe(service.target), {
      ...options,
      seed: 1,
      // The objects of the run disappear with the service, so closing it early saves their removal.
      onEvent: (event) => {
        if (event.type === 'rule-judged' && event.done === event.total) closed = service.close();
      },
    });
    return rules;
  } finally {
    await (closed ?? service.close());
  }
}

export function described({ id, outcome, reason, failure }: RuleResult): string {
  const why = failure === undefined ? (reason ?? '') : `${failure.message} Expected ${failure.expected}, got ${failure.actual}`;
  return `${id}: ${outcome}: ${why}`;
}

import type { Cleanup } from '../model/cleanup.ts';
import type { ConformanceResult, RuleResult } from '../model/result.ts';
import type { Replay, RunOptions } from '../model/run-options.ts';

/** Judges the failed rules again, with the same seed and the smallest cases first, and counts how often each fails again. */
export async function repeatFailures(
  run: (options: RunOptions) => Promise<ConformanceResult>,
  result: ConformanceResult,
  options: RunOptions,
  times: number,
): Promise<ConformanceResult> {
  const failed = result.rules.filter(({ outcome }) => outcome === 'fail');
  if (failed.length === 0) return result;
  const again: ConformanceResult[] = [];
  const { onEvent: _shown, waitForMs: _started, bail: _first, ...others } = options;
  for (let time = 0; time < times && options.signal?.aborted !== true; time += 1)
    again.push(await run({ ...others, rules: failed.map(({ id }) => id), seed: result.seed, replay: replayOf(failed) }));
  const repeatsOf = ({ id }: RuleResult): NonNullable<RuleResult['repeats']> => {
    const outcomes = again.flatMap(({ rules }) => rules.filter((rule) => rule.id === id).map(({ outcome }) => outcome));
    const judged = outcomes.filter((outcome) => outcome === 'pass' || outcome === 'fail');
    return { failed: judged.filter((outcome) => outcome === 'fail').length, of: judged.length };
  };
  return {
    ...result,
    cleanup: [result, ...again].map(({ cleanup }) => cleanup).reduce(together),
    rules: result.rules.map((rule) => (failed.includes(rule) ? { ...rule, repeats: repeatsOf(rule) } : rule)),
  };
}

function replayOf(failed: readonly RuleResult[]): Replay {
  return new Map(
    failed.flatMap(({ id, failure }) =>
      failure === undefined || failure.property === null || failure.path === null
        ? []
        : [
            [
              id,
              { property: failure.property, path: failure.path, ...(failure.replayPath !== null && { replayPath: failure.replayPath }) },
            ],
          ],
    ),
  );
}

function together(one: Cleanup, other: Cleanup): Cleanup {
  return {
    ...one,
    ...other,
    removed: one.removed + other.removed,
    left: [...one.left, ...other.left],
    unknown: [...one.unknown, ...other.unknown],
  };
}

import type { Check } from '../../model/check.ts';
import { NOTHING_LEFT } from '../../model/cleanup.ts';
import type { JudgedRule } from '../../model/judged-rule.ts';
import type { ReceiverContext } from '../../model/receiver-context.ts';
import type { ReceiverTarget } from '../../model/receiver-target.ts';
import type { OutgoingDelivery } from '../../model/reception.ts';
import type { ConformanceResult, JudgedReceiver } from '../../model/result.ts';
import type { RuleResult } from '../../model/rule-result.ts';
import type { RunOptions } from '../../model/run-options.ts';
import type { JudgeGroup } from '../judge-all.ts';
import { judgeRule } from '../judge-rule.ts';
import { leadRun } from '../lead-run.ts';
import { withoutUserInfo } from '../redact.ts';
import { DeliveryContext } from './delivery-context.ts';
import { receiverPreflight } from './receiver-preflight.ts';
import { createReceiverRun, type ReceiverRun, receiverSecrets } from './receiver-run.ts';

/**
 * Judges a receiver by checks.
 * @param first makes a delivery that any receiver must answer in some way
 * @throws ConfigurationError if the receiver cannot be judged as configured
 */
export async function runReceiverChecks(
  checks: readonly Check<ReceiverContext>[],
  first: (target: ReceiverTarget) => OutgoingDelivery,
  target: ReceiverTarget,
  options: RunOptions,
): Promise<ConformanceResult> {
  const failed = new AbortController();
  const run = createReceiverRun(target, options, failed.signal);
  const roleRun = {
    role: 'receiver',
    checks,
    run,
    judged: judgedReceiver(target),
    preflight: () => receiverPreflight(run, first(target)),
    judgeGroup: receiverGroups(run),
    secrets: () => receiverSecrets(target),
    // Nothing can be removed, because a receiver keeps what it processed.
    standing: () => NOTHING_LEFT,
    leave: async () => {
      await closeReceiverRun(run);
      return NOTHING_LEFT;
    },
    lastCoverage: (coverage: RuleResult['coverage']) => coverage,
  } as const;
  return await leadRun(roleRun, options, failed);
}

/** The receiver as results describe it. */
export function judgedReceiver({ url, headerWord, toleranceSeconds }: ReceiverTarget): JudgedReceiver {
  return { role: 'receiver', url: withoutUserInfo(url), headerWord, toleranceSeconds };
}

/** Closes every connection. */
export async function closeReceiverRun(run: ReceiverRun): Promise<void> {
  await Promise.all([run.driver.close(), run.elsewhere?.close()]);
}

function receiverGroups(run: ReceiverRun): JudgeGroup<ReceiverContext> {
  return async (group, { started, report, take }) => {
    const judge = async (rule: JudgedRule, check: Pick<Check<ReceiverContext>, 'run'>): Promise<void> => {
      started(rule);
      report(
        await judgeRule<DeliveryContext>(rule, {
          check: check.run,
          newContext: () => new DeliveryContext(rule.id, run),
          coverage: (sent) => Object.fromEntries(rule.operations.map((type) => [type, sent.of(type)])),
          missing: (coverage) => Object.entries(coverage).flatMap(([type, times]) => (times === 0 ? [type] : [])),
        }),
      );
    };
    await Promise.all(group.map(({ rule, check }) => take(rule, () => judge(rule, check))));
  };
}

import type { Beginning } from '../model/check.ts';
import type { CheckContext } from '../model/check-context.ts';
import { ConfigurationError } from '../model/configuration-error.ts';
import type { JudgedRule } from '../model/judged-rule.ts';
import type { ActiveRun } from './active-run.ts';
import { unlessStopped } from './interrupt.ts';
import { RuleContext } from './rule-context.ts';

/**
 * Starts the background part of a check, and returns its context for the rest of the check, which meets any error of this part again.
 * @throws ConfigurationError if the target cannot be judged as configured
 */
export async function beginRule({ id }: JudgedRule, { act }: Beginning<CheckContext>, run: ActiveRun): Promise<RuleContext> {
  const context = new RuleContext(id, run);
  try {
    await unlessStopped(act(context), run.signal);
  } catch (error) {
    if (error instanceof ConfigurationError) throw error;
  }
  return context;
}

import type { Beginning } from '../model/check.ts';
import type { CheckContext } from '../model/check-context.ts';
import { ConfigurationError } from '../model/configuration-error.ts';
import type { JudgedRule } from '../model/judged-rule.ts';
import type { ActiveRun } from './active-run.ts';
import { unlessStopped } from './interrupt.ts';
import { RuleContext } from './rule-context.ts';

/**
 * Sets going what goes on beside all rules. Answers the context that it began in, for the rule to go on from: what went wrong here, it meets
 * again when it is judged.
 * @throws ConfigurationError when the target cannot be judged as configured
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

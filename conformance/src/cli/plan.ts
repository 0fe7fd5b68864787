import { selectRules } from '../engine/select-rules.ts';
import { judgedRules } from './plan/estimate.ts';
import { planText } from './plan/plan-text.ts';
import type { ServiceOptions } from './service-options.ts';

/** `--plan`: says what would be sent, and sends nothing. Answers the exit status. */
export function plan({ target, rules, profile = 'stated', budget = 'standard', requestsPerSecond }: ServiceOptions): number {
  const judged = judgedRules(selectRules(rules), profile);
  process.stdout.write(planText(target, { rules: judged, profile, budget, requestsPerSecond }));
  return 0;
}

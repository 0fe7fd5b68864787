import { selectRules } from '../engine/select-rules.ts';
import { judgedRules } from './plan/estimate.ts';
import { planText } from './plan/plan-text.ts';
import type { ServiceOptions } from './service-options.ts';
import type { Streams } from './streams.ts';

/** `--plan`: says what would be sent, and sends nothing. Answers the exit status. */
export function plan(options: ServiceOptions, { out }: Streams): number {
  const { target, rules, profile = 'stated', budget = 'standard', requestsPerSecond } = options;
  const judged = judgedRules(selectRules(rules), profile);
  out.write(planText(target, { rules: judged, profile, budget, requestsPerSecond }));
  return 0;
}

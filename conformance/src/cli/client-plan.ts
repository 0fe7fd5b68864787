import { selectRules } from '../engine/select-rules.ts';
import { clientChecks } from '../generated/checks/client-registry.ts';
import { clientScenarios } from '../model/client-scenario.ts';
import type { ClientTarget } from '../model/client-target.ts';
import type { CommonOptions } from './common-options.ts';

/** What a run would start; nothing is started to make it. */
export function clientPlan({ client }: ClientTarget, { rules, profile = 'stated', budget = 'standard' }: CommonOptions): string {
  const judged = selectRules(rules, 'client').filter(
    ({ id, level }) => (level === 'stated' || profile === 'reference') && clientChecks.some(({ rule }) => rule === id),
  );
  const command = typeof client === 'function' ? client.name : client.join(' ');
  return [
    'Nothing was started.',
    '',
    `A run would judge ${judged.length} rules (profile ${profile}, budget ${budget}) by starting '${command}' again and again, with a service`,
    'on loopback that is made up for it: some ten times for each rule at the quick budget, some twenty times at the standard one,',
    `some hundred times at the thorough one. The scenarios are ${clientScenarios.join(', ')}.`,
    'Nothing else is called: no service of yours, no network.',
    '',
    ...judged.map(({ id, statement }) => `  ${id}  ${statement}`),
    '',
  ].join('\n');
}

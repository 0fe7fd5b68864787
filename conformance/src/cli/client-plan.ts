import { selectRules } from '../engine/select-rules.ts';
import { clientChecks } from '../generated/checks/client-registry.ts';
import { clientScenarios } from '../model/client-scenario.ts';
import type { ClientTarget } from '../model/client-target.ts';
import type { CommonOptions } from './common-options.ts';

/** Says what a run would start, and starts nothing. */
export function clientPlan({ client }: ClientTarget, { rules, profile = 'stated', budget = 'standard' }: CommonOptions): string {
  const judged = selectRules(rules, 'client').filter(
    ({ id, level }) => (level === 'stated' || profile === 'reference') && clientChecks.some(({ rule }) => rule === id),
  );
  const command = typeof client === 'function' ? client.name : client.join(' ');
  return [
    'Nothing was started.',
    '',
    `A run would judge ${judged.length} rules (profile ${profile}, budget ${budget}). It would start '${command}' many times against a made-up`,
    'service on loopback: about ten times for each rule at the quick budget, twenty times at the standard one, and a hundred times',
    `at the thorough one. The scenarios are ${clientScenarios.join(', ')}.`,
    'The suite calls nothing else: no service of yours, no network.',
    '',
    ...judged.map(({ id, statement }) => `  ${id}  ${statement}`),
    '',
  ].join('\n');
}

import { withoutUserInfo } from '../engine/redact.ts';
import { selectRules } from '../engine/select-rules.ts';
import { receiverChecks } from '../generated/checks/receiver-registry.ts';
import type { ReceiverTarget } from '../model/receiver-target.ts';
import type { CommonOptions } from './common-options.ts';

/** Says what a run would send to a receiver, and sends nothing. */
export function receiverPlan(target: ReceiverTarget, { rules, profile = 'stated', budget = 'standard' }: CommonOptions): string {
  const judged = selectRules(rules, 'receiver').filter(
    ({ id, level }) => (level === 'stated' || profile === 'reference') && receiverChecks.some(({ rule }) => rule === id),
  );
  const { effects } = target;
  const shown =
    effects === undefined ? [] : [`It reads which events were processed from ${'url' in effects ? effects.url : `'${effects.command}'`}.`];
  const lines = [
    'Nothing was sent.',
    '',
    `A run would judge ${judged.length} rules (profile ${profile}, budget ${budget}) with valid and invalid deliveries to ${target.url}:`,
    'tens of them for each rule at the quick budget, hundreds at the standard one, thousands at the thorough one.',
    'Each event has its own EventGuid. The receiver really processes the valid ones, so judge one that may do that.',
    ...shown,
    '',
    ...judged.map(({ id, statement }) => `  ${id}  ${statement}`),
    '',
  ];
  return withoutUserInfo(lines.join('\n'));
}

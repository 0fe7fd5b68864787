import { withoutUserInfo } from '../engine/redact.ts';
import { selectRules } from '../engine/select-rules.ts';
import { receiverChecks } from '../generated/checks/receiver-registry.ts';
import type { ReceiverTarget } from '../model/receiver-target.ts';
import type { CommonOptions } from './common-options.ts';

/** What a run would send to a receiver; nothing is sent to make it. */
export function receiverPlan(target: ReceiverTarget, { rules, profile = 'stated', budget = 'standard' }: CommonOptions): string {
  const judged = selectRules(rules, 'receiver').filter(
    ({ id, level }) => (level === 'stated' || profile === 'reference') && receiverChecks.some(({ rule }) => rule === id),
  );
  const { effects } = target;
  const shown =
    effects === undefined ? [] : [`What was processed is read from ${'url' in effects ? effects.url : `'${effects.command}'`}.`];
  const lines = [
    'Nothing was sent.',
    '',
    `A run would judge ${judged.length} rules (profile ${profile}, budget ${budget}) by POSTs to ${target.url}, right ones and wrong ones:`,
    'some tens for each rule at the quick budget, some hundreds at the standard one, some thousands at the thorough one.',
    'Each event has an EventGuid of its own; what the receiver does with the right ones it does for good: use one that may.',
    ...shown,
    '',
    ...judged.map(({ id, statement }) => `  ${id}  ${statement}`),
    '',
  ];
  return withoutUserInfo(lines.join('\n'));
}

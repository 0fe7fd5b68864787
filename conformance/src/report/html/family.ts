import type { RuleResult } from '../../model/rule-result.ts';

const titles: Readonly<Record<string, string>> = {
  AUTH: 'Authentication',
  HDR: 'Required headers',
  COMP: 'Companies',
  HOOK: 'Webhook configuration',
  IDEM: 'Idempotency',
  CONC: 'Concurrency',
  EVT: 'Events',
  DLV: 'Delivery',
  SIG: 'Signature',
  RCV: 'Receivers',
  CLI: 'Clients',
  VER: 'Versioning',
  ERR: 'Robustness',
  RES: 'Resources',
};

/** Rules whose ids share the prefix. */
export interface Family {
  readonly prefix: string;
  readonly title: string;
  readonly rules: readonly RuleResult[];
}

/** The families in the order of the contract. */
export function families(rules: readonly RuleResult[]): readonly Family[] {
  const order = Object.keys(titles);
  const groups = Map.groupBy(rules, ({ id }) => id.split('-')[0] ?? '');
  return [...groups]
    .map(([prefix, members]) => ({ prefix, title: titles[prefix] ?? prefix, rules: members }))
    .sort((left, right) => order.indexOf(left.prefix) - order.indexOf(right.prefix));
}

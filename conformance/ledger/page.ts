import { proofs } from '../mutants/proofs.ts';
import { ledger, ledgerTable, ledgerTotals } from '../src/cli/ledger/ledger.ts';
import { rules } from '../src/generated/rules.ts';

/** The content of `docs/ledger.md`: the ledger of all rules. */
export function ledgerPage(): string {
  const rows = ledger(rules, proofs);
  return `# Ledger

For every rule: its clause of the source, its operations, what its check may run beside, and the faulty targets that prove the check.
\`shared\` checks run beside others of their kind. So do \`clock\` checks, which move the target's clock together. \`first\`, \`quiet\`,
\`every-delivery\`, \`every-exchange\` and \`guessing\` checks run alone. \`pnpm run ledger\` writes this page.
\`business-cloud-conformance rules --ledger\` prints the table for the rules that you name.

${ledgerTotals(rows)}.

${ledgerTable(rows)}`;
}

import { proofs } from '../mutants/proofs.ts';
import { ledger } from '../src/cli/ledger/ledger.ts';
import { ledgerTable, ledgerTotals } from '../src/cli/ledger/ledger-table.ts';
import { rules } from '../src/generated/rules.ts';

/** The ledger of all rules, as `docs/ledger.md` holds it. */
export function ledgerPage(): string {
  const rows = ledger(rules, proofs);
  return `# Ledger

Every rule: the clause of the source that it stands in, the operations that it is about, what its check may run beside, and the faulty
services that prove that the check bites. \`shared\` checks run beside others of their kind, and so do \`clock\` checks, which move the target's
clock together; \`quiet\`, \`every-delivery\`, \`every-exchange\` and \`guessing\` checks run alone. \`pnpm run ledger\` writes this page;
so does \`business-cloud-conformance rules --ledger\`, for the rules that you name.

${ledgerTotals(rows)}.

${ledgerTable(rows)}`;
}

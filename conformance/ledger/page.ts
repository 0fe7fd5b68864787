import { mutants } from '../mutants/index.ts';
import { ledger } from '../src/cli/ledger/ledger.ts';
import { ledgerTable, ledgerTotals } from '../src/cli/ledger/ledger-table.ts';
import { rules } from '../src/generated/rules.ts';

/** The ledger of all rules, as `docs/ledger.md` holds it. */
export function ledgerPage(): string {
  const rows = ledger(rules, mutants);
  return `# Ledger

Every rule: the clause of the source that it stands in, the operations that it is about, how its check runs (\`shared\`: beside others,
\`exclusive\`: alone), and the faulty services that prove that the check bites. \`pnpm run ledger\` writes this page; so does
\`business-cloud-conformance rules --ledger\`, for the rules that you name.

${ledgerTotals(rows)}.

${ledgerTable(rows)}`;
}

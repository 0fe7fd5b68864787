/**
 * Writes what the published package says of its own proof: the names of the faulty targets (which are not part of it), and how many
 * requests each rule sends to the reference service. Run it after a change of mutants, checks or scenarios: `pnpm run ledger`.
 */
import { writeFileSync } from 'node:fs';
import { recordedMutants } from './mutants.ts';
import { ledgerPage } from './page.ts';
import { recordedRequests } from './requests.ts';

function write(file: string, text: string): void {
  writeFileSync(new URL(`../${file}`, import.meta.url), text);
  process.stdout.write(`wrote ${file}\n`);
}

write('src/cli/ledger/mutants.json', recordedMutants());
write('docs/ledger.md', ledgerPage());
process.stdout.write('Counting requests against the reference service …\n');
write('src/cli/plan/requests.json', await recordedRequests());

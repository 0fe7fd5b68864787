/**
 * Records for the published package how it is proved: the names of the faulty targets, which are not published, and how many requests
 * each rule sends to the reference service. Run `pnpm run ledger` after a change of mutants, checks or scenarios.
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

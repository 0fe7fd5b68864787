/**
 * Writes what the published package says of its own proof: the names of the faulty services (which are not part of it), and how many
 * requests each rule sends to the reference service. Run it after a change of mutants/ or of checks: `pnpm run ledger`.
 */
import { writeFileSync } from 'node:fs';
import { recordedMutants } from './mutants.ts';
import { recordedRequests } from './requests.ts';

function write(file: string, text: string): void {
  writeFileSync(new URL(`../src/${file}`, import.meta.url), text);
  process.stdout.write(`wrote src/${file}\n`);
}

write('ledger/mutants.json', recordedMutants());
process.stdout.write('Counting requests against the reference service …\n');
write('plan/requests.json', await recordedRequests());

// Checks the contract as a whole and prints what to fix. Exit code 1 when there is anything; nothing is printed when there is not.
import { join, relative } from 'node:path';
import { SPECS_FOLDER } from './contract.ts';
import type { Finding } from './finding.ts';
import { hashOfInputs, isStamped, stamp } from './stamp.ts';

/** Where the command was given, so that the places can be followed from there. */
const start = process.env.INIT_CWD ?? process.cwd();

function print({ where, message, excerpt }: Finding, index: number): void {
  const lines = excerpt === undefined ? '' : `\n${excerpt}\n`;
  console.error(`[${index + 1}] ${relative(start, join(SPECS_FOLDER, where))}\n    ${message}\n${lines}`);
}

const hash = hashOfInputs();
if (!isStamped(hash)) {
  // Redocly is loaded only when there is something to check.
  const { checkContract } = await import('./check-contract.ts');
  const findings = await checkContract();
  findings.forEach(print);
  if (findings.length > 0) console.error(`${findings.length} to fix.`);
  else stamp(hash);
  process.exitCode = findings.length === 0 ? 0 : 1;
}

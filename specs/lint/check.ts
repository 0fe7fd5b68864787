// Checks the contract as a whole and prints what to fix. Exit code 1 when there is anything.
import { relative } from 'node:path';
import { checkContract } from './check-contract.ts';
import type { Finding } from './finding.ts';

function print({ where, message }: Finding, index: number): void {
  const place = where.startsWith('/') ? relative(process.cwd(), where) : where;
  console.error(`[${index + 1}] ${place}\n    ${message}\n`);
}

const findings = await checkContract();
findings.forEach(print);
if (findings.length === 0) console.log('The contract holds together: documents, rules, problems and examples agree.');
else console.error(`${findings.length} to fix.`);
process.exitCode = findings.length === 0 ? 0 : 1;

import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { SPECS_FOLDER } from './contract.ts';

/** Where the hash stands of what was last found without a fault; git ignores the folder. */
const STAMP = join(SPECS_FOLDER, 'node_modules/.cache/contract-check');

/** A hash of all that the check reads: the contract, the check itself, the packages that it uses, and the code that uses limits. */
export function hashOfInputs(): string {
  const root = join(SPECS_FOLDER, '..');
  const patterns = ['specs/**/*.{ts,yaml,json,md}', '{packages,tools}/*/src/**/*.ts', 'conformance/*/**/*.ts', 'pnpm-lock.yaml'];
  const files = globSync(patterns, { cwd: root, exclude: (path) => /(^|\/)(node_modules|dist|test|released)$/.test(String(path)) });
  const hash = createHash('sha256').update(process.version);
  for (const file of files.sort()) hash.update(`\0${file}\0`).update(readFileSync(join(root, file)));
  return hash.digest('hex');
}

/** Whether the check found nothing in the same inputs before. */
export function isStamped(hash: string): boolean {
  try {
    return readFileSync(STAMP, 'utf8') === hash;
  } catch {
    return false;
  }
}

/** Notes that the check found nothing in these inputs. */
export function stamp(hash: string): void {
  mkdirSync(dirname(STAMP), { recursive: true });
  writeFileSync(STAMP, hash);
}

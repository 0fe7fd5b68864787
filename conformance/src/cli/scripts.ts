import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isKnownFailure } from '../model/baseline.ts';
import { ConfigurationError } from '../model/configuration-error.ts';
import type { ConformanceResult } from '../model/result.ts';
import { failureScript } from '../report/scripts/failure-script.ts';

/** Makes the folder before a long run, not after it. @throws ConfigurationError */
export function makeScriptFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new ConfigurationError(`--scripts: the folder ${folder} cannot be created (${code}); name another.`);
  }
}

/** Writes a script for each rule that failed. @returns a line that names them, or an empty string */
export function writeScripts(folder: string, { rules, target }: ConformanceResult): string {
  const written = rules.flatMap((rule) => {
    if (rule.failure === undefined || rule.failure.exchanges.length === 0 || isKnownFailure(rule)) return [];
    const file = join(folder, `${rule.id}.sh`);
    writeFileSync(file, failureScript(rule, rule.failure, target), { mode: 0o755 });
    return [file];
  });
  return written.length === 0 ? '' : `Wrote ${written.join(', ')}.\n`;
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { type Contract, isClause } from './contract.ts';
import type { Finding } from './finding.ts';

/** A row of limits.yaml. */
export interface Limit {
  readonly description: string;
  readonly value: number | string | readonly number[];
  readonly unit: string;
  readonly clause?: string;
  readonly decision?: string;
  /** Which direction is wider for who keeps it, so that a change can be told to break or to add (D-19). */
  readonly better: 'higher' | 'lower' | 'neither';
}

const DIRECTIONS: readonly unknown[] = ['higher', 'lower', 'neither'];

export type Limits = Readonly<Record<string, Limit>>;

/** Reads the limits of a contract folder. */
export function readLimits(folder: string): Limits {
  return parse(readFileSync(join(folder, 'limits.yaml'), 'utf8'));
}

/** Judges limits.yaml by itself: each row says where it comes from, and no choice goes beyond what the source allows. */
export function checkLimits(limits: Limits, { sections, decisions }: Pick<Contract, 'sections' | 'decisions'>): readonly Finding[] {
  const faults = Object.entries(limits).flatMap(([name, { clause, decision, value, better }]) => {
    const found: string[] = [];
    if ((clause === undefined) === (decision === undefined)) found.push('it needs either a clause or a decision');
    if (clause !== undefined && !isClause(clause, sections)) found.push(`its clause "${clause}" names no item of sections.yaml`);
    if (decision !== undefined && !decisions.has(decision)) found.push(`${decision} has no file in decisions/`);
    if (!DIRECTIONS.includes(better)) found.push('it needs better: higher, lower or neither, whichever direction is wider');
    else if (typeof value !== 'number' && better !== 'neither')
      found.push(`only a number is better ${better}, so it needs better: neither`);
    return found.map((fault) => ({ where: `limits.yaml ${name}`, message: `${fault}. Correct the row.` }));
  });
  return [...faults, ...checkRetries(limits)];
}

function checkRetries({ retriesMax, retryDelays }: Limits): readonly Finding[] {
  const [most, waits] = [retriesMax?.value, retryDelays?.value];
  if (typeof most !== 'number' || !Array.isArray(waits) || waits.length <= most) return [];
  const message = `there are ${waits.length} waits, and the source allows ${most} retries (retriesMax). Take waits away.`;
  return [{ where: 'limits.yaml retryDelays', message }];
}

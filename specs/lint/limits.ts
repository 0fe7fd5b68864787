import { limitWords, numberSaid } from '../binding/limit-text.ts';
import { type Contract, isClause } from './contract.ts';
import type { Finding } from './finding.ts';
import { SourceFile } from './source-file.ts';
import { nodeOf } from './visitor.ts';

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

/** A limit with the place of its row. */
export interface PlacedLimit extends Limit {
  readonly at: string;
}

export type Limits = Readonly<Record<string, PlacedLimit>>;

/**
 * Reads the limits of a contract folder.
 *
 * @throws {ContractError} when the file is not well-formed
 */
export function readLimits(folder: string): Limits {
  const file = new SourceFile(folder, 'limits.yaml');
  return Object.fromEntries(Object.entries(nodeOf(file.content)).map(([name, row]) => [name, { ...limitOf(row), at: file.at(name) }]));
}

/** A row as a limit: `checkRegisters` has judged that it has the members of one. */
function limitOf(row: unknown): Limit {
  return row as Limit;
}

/** Judges limits.yaml by itself: each row says where it comes from, and no choice goes beyond what the source allows. */
export function checkLimits(
  limits: Limits,
  { sections, decisions, said }: Pick<Contract, 'sections' | 'decisions' | 'said'>,
): readonly Finding[] {
  const faults = Object.entries(limits).flatMap(([name, limit]) => {
    const { clause, decision, value, better, at } = limit;
    const found: string[] = [];
    const stated = said.get(clause ?? '');
    if (stated !== undefined && !keeps(limit, stated)) found.push(`it is ${limitWords(limit)}, and the source states ${stated}`);
    if ((clause === undefined) === (decision === undefined)) found.push('it needs either a clause or a decision');
    if (clause !== undefined && !isClause(clause, sections)) found.push(`its clause "${clause}" names no item of sections.yaml`);
    if (decision !== undefined && !decisions.has(decision)) found.push(`${decision} has no file in decisions/`);
    if (!DIRECTIONS.includes(better)) found.push('it needs better: higher, lower or neither, whichever direction is wider');
    else if (typeof value !== 'number' && better !== 'neither')
      found.push(`only a number is better ${better}, so it needs better: neither`);
    return found.map((fault) => ({ where: at, message: `${name}: ${fault}. Correct the row.` }));
  });
  return [...faults, ...checkRetries(limits)];
}

/** Whether a limit is what the source states of it: `24 hours`, or `up to five times`. */
function keeps(limit: Limit, stated: string): boolean {
  const words = limitWords(limit);
  if (!stated.startsWith('up to ')) return words === stated;
  const most = numberSaid(stated.slice('up to '.length));
  return words !== undefined && typeof limit.value === 'number' && limit.value <= most;
}

function checkRetries({ retriesMax, retryDelays }: Limits): readonly Finding[] {
  const [most, waits] = [retriesMax?.value, retryDelays?.value];
  if (typeof most !== 'number' || !Array.isArray(waits) || retryDelays === undefined || waits.length === most) return [];
  const message = `retryDelays has ${waits.length} waits, and retriesMax says ${most} retries. Make them as many.`;
  return [{ where: retryDelays.at, message }];
}

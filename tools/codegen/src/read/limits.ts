import type { SpecsFolder } from './specs-folder.ts';
import { type Row, readNamedRows } from './table.ts';

/** A number or a pattern of the contract. */
export interface Limit {
  readonly name: string;
  readonly description: string;
  readonly value: number | string | readonly number[];
  readonly unit: Unit;
  /** Of a pattern, what fits it: `five digits`. */
  readonly words?: string;
  /** The item of the source that states it; absent for one that is chosen. */
  readonly clause?: string;
  /** The decision that chooses it. */
  readonly decision?: string;
}

/** Units of numbers, and the kinds of text. */
const UNITS = ['ms', 's', 'min', 'h', 'd', 'KiB', 'MiB', 'characters', 'entries', 'times', 'share', 'number', 'text', 'pattern'] as const;

export type Unit = (typeof UNITS)[number];

/** The numbers and patterns of limits.yaml. */
export async function readLimits(folder: SpecsFolder): Promise<readonly Limit[]> {
  const rows = await readNamedRows(folder, 'limits.yaml');
  return [...rows].map(([name, row]) => parseLimit(folder, name, row));
}

function parseLimit(folder: SpecsFolder, name: string, { at, cells }: Row): Limit {
  const { description, value, clause, decision, words } = cells;
  const unit = UNITS.find((known) => known === cells.unit);
  if (!/^[a-z][A-Za-z0-9]*$/.test(name)) throw folder.broken(at, `the name ${name} must be written like retriesMax.`);
  if (typeof description !== 'string') throw folder.broken(at, `${name} needs a description.`);
  if (!unit) throw folder.broken(at, `the unit of ${name} must be one of ${UNITS.join(', ')}.`);
  if (!fits(value, unit)) throw folder.broken(at, `the value of ${name} does not fit its unit, ${unit}.`);
  const limit = { name, description, value, unit, ...(typeof words === 'string' && { words }) };
  if (typeof clause === 'string') return { ...limit, clause };
  if (typeof decision === 'string') return { ...limit, decision };
  throw folder.broken(at, `${name} needs a clause that states it or a decision that chooses it.`);
}

function fits(value: unknown, unit: Unit): value is Limit['value'] {
  if (unit === 'text') return typeof value === 'string';
  if (unit === 'pattern') return typeof value === 'string' && isPattern(value);
  const numbers: readonly unknown[] = Array.isArray(value) ? value : [value];
  return numbers.length > 0 && numbers.every((number) => typeof number === 'number' && number >= 0);
}

function isPattern(text: string): boolean {
  try {
    return new RegExp(text, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}

import { readdir } from 'node:fs/promises';
import type { SpecsFolder } from './specs-folder.ts';
import { type Row, readTable, refuseTwins } from './table.ts';

/** One normative statement of the contract, as it stands in its family's file. */
export interface RuleRow {
  readonly id: string;
  readonly level: 'stated' | 'chosen';
  readonly role: 'service' | 'receiver' | 'client';
  /** The section of the source, with the item or row. */
  readonly clause: string;
  readonly statement: string;
  /** There where the source says should, and not must. */
  readonly strength?: 'should';
  /** Why it cannot be observed from outside, if that is so. */
  readonly unobservable?: string;
  /** The selectors of what it binds, which the contract's own code understands. */
  readonly binds: unknown;
  /** Its row, so that a later check can name the line. */
  readonly row: Row;
}

const LEVELS = ['stated', 'chosen'] as const;
const ROLES = ['service', 'receiver', 'client'] as const;

/** The rules of all families, `<folder>/<family>.yaml`. */
export async function readRules(specs: SpecsFolder, folder: string): Promise<readonly RuleRow[]> {
  const families = await readdir(specs.path(folder)).catch(() => []);
  const files = families.filter((file) => file.endsWith('.yaml')).sort();
  if (files.length === 0) throw specs.broken({ file: specs.path(folder), line: 1 }, 'the folder is missing or holds no rules.');
  const tables = await Promise.all(files.map((file) => readTable(specs, `${folder}/${file}`, 'id')));
  refuseTwins(specs, tables.flat(), 'id');
  return tables.flat().map((row) => parseRule(specs, row));
}

function parseRule(folder: SpecsFolder, row: Row): RuleRow {
  const { at, cells } = row;
  const id = String(cells.id);
  const level = LEVELS.find((known) => known === cells.level);
  const role = ROLES.find((known) => known === cells.role);
  if (!level) throw folder.broken(at, `the level of ${id} must be ${LEVELS.join(' or ')}.`);
  if (!role) throw folder.broken(at, `the role of ${id} must be ${ROLES.join(', ')}.`);
  const { clause, statement, binds, unobservable } = cells;
  if (typeof clause !== 'string' || typeof statement !== 'string') throw folder.broken(at, `${id} needs a clause and a statement.`);
  const strength = cells.strength === 'should' ? { strength: 'should' as const } : {};
  const reason = typeof unobservable === 'string' ? { unobservable } : {};
  return { id, level, role, clause, statement, ...strength, ...reason, binds, row };
}

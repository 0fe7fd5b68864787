import type { SpecsFolder } from './specs-folder.ts';
import { type Row, readTable } from './table.ts';

/** One normative statement of the contract. */
export interface Rule {
  readonly id: string;
  readonly level: 'stated' | 'chosen';
  readonly role: 'service' | 'receiver' | 'client';
  /** The section of the source, with the item or row. */
  readonly clause: string;
  readonly statement: string;
  /** The operationIds and event types that it binds. */
  readonly operations: readonly string[];
  /** Why it cannot be observed from outside, if that is so. */
  readonly unobservable?: string;
}

const LEVELS = ['stated', 'chosen'] as const;
const ROLES = ['service', 'receiver', 'client'] as const;

/** The rules of rules.yaml with their rows, so that a later check can name the line. */
export async function readRules(folder: SpecsFolder): Promise<readonly { readonly rule: Rule; readonly row: Row }[]> {
  const rows = await readTable(folder, 'rules.yaml', 'id');
  return rows.map((row) => ({ rule: parseRule(folder, row), row }));
}

function parseRule(folder: SpecsFolder, { at, cells }: Row): Rule {
  const id = String(cells.id);
  const level = LEVELS.find((known) => known === cells.level);
  const role = ROLES.find((known) => known === cells.role);
  if (!level) throw folder.broken(at, `the level of ${id} must be ${LEVELS.join(' or ')}.`);
  if (!role) throw folder.broken(at, `the role of ${id} must be ${ROLES.join(', ')}.`);
  const { clause, statement, operations = [], unobservable } = cells;
  if (typeof clause !== 'string' || typeof statement !== 'string') throw folder.broken(at, `${id} needs a clause and a statement.`);
  if (!Array.isArray(operations)) throw folder.broken(at, `the operations of ${id} must be a list.`);
  const rule = { id, level, role, clause, statement, operations: operations.map(String) };
  return typeof unobservable === 'string' ? { ...rule, unobservable } : rule;
}

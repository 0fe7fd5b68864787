import { canonical } from '../documents/canonical.ts';
import { compareMembers, exactly, passOver } from '../documents/members.ts';
import { isMembers, type Node } from '../documents/node.ts';
import type { Change } from '../model/change.ts';
import { note, type Scope, within } from '../model/scope.ts';
import { compareRows } from './rows.ts';

const changed = exactly('limit-changed');
const reworded = exactly('limit-reworded');

/** What of a limit binds nobody. */
const REMARKS = ['title', 'description', 'statement', 'clause', 'decision', 'decisions', 'why', 'x-clause', 'x-chosen'];

/** Compares the limits of two contracts. */
export function compareLimits(before: unknown, after: unknown): readonly Change[] {
  const scope: Scope = { changes: [], area: 'limits', part: 'limits', subject: '' };
  compareRows(before ?? [], after ?? [], ['id', 'name', 'code'], {
    both: (name, was, is) => compareLimit(was, is, within(scope, name)),
    added: (name, row) => note(scope, 'limit-added', row.path, `the limit ${name} is added`),
    removed: (name) => note(scope, 'limit-removed', [], `the limit ${name} is removed`),
  });
  return scope.changes;
}

function compareLimit(before: Node, after: Node, scope: Scope): void {
  if (!isMembers(before.value) || !isMembers(after.value)) {
    if (canonical(before) !== canonical(after)) changed(before, after, scope);
    return;
  }
  const fields = [...before.keys(), ...after.keys()].map((field) => [field, REMARKS.includes(field) ? reworded : changed]);
  compareMembers(before, after, { ...Object.fromEntries(fields), id: passOver, name: passOver, code: passOver }, scope);
}

import { compareMembers, exactly, passOver } from '../documents/members.ts';
import type { Node } from '../documents/node.ts';
import type { Change } from '../model/change.ts';
import { note, type Scope, within } from '../model/scope.ts';
import { compareRows } from './rows.ts';

const FIELDS = {
  code: passOver,
  status: exactly('problem-changed'),
  retryable: compareRetryable,
  raisedBy: exactly('problem-raised-elsewhere'),
  title: exactly('problem-reworded'),
  description: exactly('problem-reworded'),
  states: exactly('note-changed'),
};

/** Compares the problem codes of two contracts. */
export function compareProblems(before: unknown, after: unknown): readonly Change[] {
  const scope: Scope = { changes: [], area: 'problems', part: 'problems', subject: '' };
  compareRows(before, after, ['code'], {
    both: (code, was, is) => compareMembers(was, is, FIELDS, within(scope, code)),
    added: (code, row) => note(scope, 'problem-added', row.path, `the problem ${code} is added`),
    removed: (code) => note(scope, 'problem-removed', [], `the problem ${code} is removed`),
  });
  return scope.changes;
}

function compareRetryable(before: Node, after: Node, scope: Scope): void {
  if (before.value === after.value) return;
  const kind = after.value === true ? 'problem-retryable' : 'problem-changed';
  note(scope, kind, after.path, `retryable was ${String(before.value)}, is ${String(after.value)}`);
}

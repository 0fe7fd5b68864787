import { compareMembers, exactly, passOver } from '../documents/members.ts';
import type { Node } from '../documents/node.ts';
import type { Change } from '../model/change.ts';
import { note, type Scope, within } from '../model/scope.ts';
import { compareRows } from './rows.ts';

const reworded = exactly('rule-reworded');

const FIELDS = {
  id: passOver,
  role: exactly('rule-changed'),
  level: compareLevel,
  strength: reworded,
  clause: reworded,
  decisions: reworded,
  statement: reworded,
  unobservable: compareUnobservable,
  operations: compareBound,
  // What it comes to is told by the operations.
  binds: passOver,
  // Which node states a rule is told by the marks of that node.
  statedBy: passOver,
  nowhere: passOver,
};

/** Compares the rules of two contracts. A rule binds the service, or those who call it and receive its events. */
export function compareRules(before: unknown, after: unknown): readonly Change[] {
  const scope: Scope = { changes: [], area: 'rules', part: 'rules', subject: '' };
  compareRows(before, after, ['id'], {
    both: (id, was, is) => compareMembers(was, is, FIELDS, within(scope, id)),
    added: (id, row) => note(scope, isOnService(row) ? 'service-rule-added' : 'caller-rule-added', row.path, `the rule ${id} is added`),
    removed: (id, row) => note(scope, isOnService(row) ? 'service-rule-removed' : 'caller-rule-removed', [], `the rule ${id} is removed`),
  });
  return scope.changes;
}

function isOnService(rule: Node): boolean {
  return rule.at('role').value === 'service';
}

function compareLevel(before: Node, after: Node, scope: Scope): void {
  if (before.value === after.value) return;
  const kind = after.value === 'stated' ? 'rule-raised' : after.value === 'chosen' ? 'rule-lowered' : 'not-understood';
  note(scope, kind, after.path, `level was ${String(before.value)}, is ${String(after.value)}`);
}

/** `unobservable` says why nobody judges the rule: with another reason it is still not judged. */
function compareUnobservable(before: Node, after: Node, scope: Scope): void {
  if (before.exists && after.exists) reworded(before, after, scope);
  else if (after.exists) note(scope, 'rule-changed', after.path, 'is no longer judged');
  else note(scope, 'service-rule-added', after.path, 'is judged now');
}

function compareBound(before: Node, after: Node, scope: Scope): void {
  const [was, is] = [before.items(), after.items()].map((items) => items.map(({ value }) => String(value)));
  const come = is?.filter((name) => !was?.includes(name)) ?? [];
  const gone = was?.filter((name) => !is?.includes(name)) ?? [];
  for (const name of come) note(scope, 'service-rule-added', after.path, `binds ${name} too`);
  for (const name of gone) note(scope, 'service-rule-removed', after.path, `no longer binds ${name}`);
}

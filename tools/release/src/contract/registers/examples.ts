import { compareMembers, exactly } from '../documents/members.ts';
import type { Change } from '../model/change.ts';
import { note, type Scope, within } from '../model/scope.ts';
import { compareRows } from './rows.ts';

/** Compares the examples of two contracts, each by the hash of what it says. */
export function compareExamples(before: unknown, after: unknown): readonly Change[] {
  const scope: Scope = { changes: [], area: 'examples', part: 'examples', subject: '' };
  compareRows(before, after, [], {
    both: (name, was, is) => {
      if (was.value !== is.value) note(scope, 'example-changed', is.path, `the example ${name} is another`);
    },
    added: (name, row) => note(scope, 'example-changed', row.path, `the example ${name} is added`),
    removed: (name) => note(scope, 'example-changed', [], `the example ${name} is removed`),
  });
  return scope.changes;
}

const changed = exactly('vector-changed');

const VECTOR = {
  description: exactly('example-changed'),
  rules: exactly('example-changed'),
  secret: changed,
  header: changed,
  bodyBase64: changed,
  nowSeconds: changed,
  toleranceSeconds: changed,
  expected: changed,
};

/** Compares the signatures with which receivers are tested. */
export function compareVectors(before: unknown, after: unknown): readonly Change[] {
  const scope: Scope = { changes: [], area: 'vectors', part: 'vectors', subject: '' };
  compareRows(before, after, [], {
    both: (name, was, is) => compareMembers(was, is, VECTOR, within(scope, name)),
    added: (name, row) => note(scope, 'vector-added', row.path, `the signature ${name} is added`),
    removed: (name) => note(scope, 'vector-removed', [], `the signature ${name} is removed`),
  });
  return scope.changes;
}

import { compareMembers, compareNamed, notUnderstood } from '../documents/members.ts';
import type { Node } from '../documents/node.ts';
import { NOTES } from '../documents/notes.ts';
import { type Direction, note, within } from '../model/scope.ts';
import { type ApiScope, compareSchemaOf } from './api-scope.ts';

const KINDS = {
  request: { added: 'request-widened', removed: 'request-narrowed' },
  answer: { added: 'answer-media-type-added', removed: 'answer-media-type-removed' },
} as const;

/** Compares a body in each of its media types. */
export function compareMediaTypes(before: Node, after: Node, scope: ApiScope, direction: Direction): void {
  compareNamed(before, after, {
    both: (name, was, is) => {
      const inside = { ...scope, ...within(scope, name) };
      const schema = (old: Node, fresh: Node): void => compareSchemaOf(old, fresh, { ...scope, ...within(scope, 'body') }, direction);
      compareMembers(was, is, { ...NOTES, schema, encoding: notUnderstood }, inside);
    },
    added: (name, node) => note(scope, KINDS[direction].added, node.path, `the media type ${name} is added`),
    removed: (name, node) => note(scope, KINDS[direction].removed, node.path, `the media type ${name} is removed`),
  });
}

import { NOTES } from '../documents/notes.ts';
import { note, type Scope } from '../model/scope.ts';
import type { CompareKeyword } from './constraints.ts';
import { textsOf } from './constraints.ts';
import { placeOf, type Schema, stated } from './schema.ts';

/** Keywords that bind nobody. */
export function isNote(keyword: string): boolean {
  return Object.hasOwn(NOTES, keyword) || keyword === '$comment';
}

/** Keywords whose values are no texts. */
const MARKS: ReadonlySet<string> = new Set(['deprecated', 'x-deprecation', 'x-example-signature', 'x-label', 'x-references', 'x-states']);

/** Compares what people read of two schemas. */
export const compareNote: CompareKeyword = (keyword, before, after, scope) => {
  if (MARKS.has(keyword)) return compareMarks(keyword, before, after, scope);
  const [was, is] = [textsOf(before, keyword), textsOf(after, keyword)];
  if (was.join() === is.join()) return;
  note(
    scope,
    kindOf(keyword),
    placeOf(after, keyword),
    `${keyword} was ${was.join(' and ') || 'absent'}, is ${is.join(' and ') || 'absent'}`,
  );
};

/** A mark says the same of every schema that bears it, so the first is enough. */
function compareMarks(keyword: string, before: Schema, after: Schema, scope: Scope): void {
  const [was, is] = [stated(before, keyword)[0], stated(after, keyword)[0]];
  const absent = (was ?? is)?.absent(placeOf(after, keyword));
  if (absent) NOTES[keyword]?.(was ?? absent, is ?? absent, scope);
}

function kindOf(keyword: string): 'title-changed' | 'wording' | 'example-changed' | 'note-changed' {
  if (keyword === 'title') return 'title-changed';
  if (keyword.startsWith('example')) return 'example-changed';
  return keyword.startsWith('x-') || keyword === '$comment' || keyword === 'externalDocs' ? 'note-changed' : 'wording';
}

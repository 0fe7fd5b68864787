import { placeOf, type Schema } from './schema.ts';
import { typesOf, valuesOf } from './types.ts';
import { type SchemaScope, type Variation, vary } from './variation.ts';

/** Compares which types and which listed values two schemas allow. */
export function compareValues(before: Schema, after: Schema, scope: SchemaScope): void {
  const [was, is] = [valuesOf(before), valuesOf(after)];
  const place = placeOf(after, after.keywords.has('enum') ? 'enum' : after.keywords.has('const') ? 'const' : 'type');
  const tell = (variation: Variation, text: string): void => vary(scope, variation, place, text);
  if (was && is) {
    for (const gone of missing(was, is)) tell('narrowed', `no longer takes ${gone}`);
    for (const come of missing(is, was)) tell('widened', `takes ${come} too`);
    return;
  }
  compareTypes(before, after, tell);
  if (was) tell('widened', `was one of ${[...was].join(', ')}, is not limited to a list`);
  if (is) tell('narrowed', `is limited to ${[...is].join(', ')}`);
}

function compareTypes(before: Schema, after: Schema, tell: (variation: Variation, text: string) => void): void {
  const [was, is] = [typesOf(before), typesOf(after)];
  if (!was && !is) return;
  if (!was && is) tell('narrowed', `had no type, is ${[...is].join(' or ')}`);
  if (was && !is) tell('widened', `was ${[...was].join(' or ')}, has no type`);
  if (!was || !is) return;
  const text = `was ${named(was)}, is ${named(is)}`;
  // A list of values says itself which types it leaves out.
  if (missing(was, is).length > 0 && !valuesOf(after)) tell('narrowed', text);
  if (missing(is, was).length > 0 && !valuesOf(before)) tell('widened', text);
}

function missing(from: ReadonlySet<string>, others: ReadonlySet<string>): readonly string[] {
  return [...from].filter((value) => !others.has(value));
}

function named(types: ReadonlySet<string>): string {
  return [...types].filter((type) => type !== 'integer' || !types.has('number')).join(' or ') || 'nothing';
}

import { canonical } from '../documents/canonical.ts';
import { note } from '../model/scope.ts';
import { placeOf, type Schema, stated } from './schema.ts';
import { isWhole } from './types.ts';
import { type SchemaScope, type Variation, vary } from './variation.ts';

/** How one keyword of two schemas is compared. */
export type CompareKeyword = (keyword: string, before: Schema, after: Schema, scope: SchemaScope) => void;

/** For keywords that must all be kept, and of which none can be recognised as wider than another: `pattern`, `format`. */
export const compareTexts: CompareKeyword = (keyword, before, after, scope) => {
  const [was, is] = [textsOf(before, keyword), textsOf(after, keyword)];
  const gone = was.filter((text) => !is.includes(text));
  const come = is.filter((text) => !was.includes(text));
  if (gone.length === 0 && come.length === 0) return;
  const text = `${keyword} was ${was.join(' and ') || 'absent'}, is ${is.join(' and ') || 'absent'}`;
  vary(scope, variationOf(gone, come), placeOf(after, keyword), text);
};

function variationOf(gone: readonly string[], come: readonly string[]): Variation {
  if (gone.length === 0) return 'narrowed';
  if (come.length === 0) return 'widened';
  if (gone.join() === '"int64"' && come.join() === '"int32"') return 'narrowed';
  if (gone.join() === '"int32"' && come.join() === '"int64"') return 'widened';
  return 'changed';
}

/** `multipleOf`: a multiple of what it was is narrower. */
export const compareMultiples: CompareKeyword = (keyword, before, after, scope) => {
  // Every whole number is a multiple of what divides 1.
  const [was, is] = [before, after].map((schema) => textsOf(schema, keyword).filter((text) => !isWhole(schema) || !isMultiple('1', text)));
  if (!was || !is || was.join() === is.join()) return;
  const text = `${keyword} was ${was.join(' and ') || 'absent'}, is ${is.join(' and ') || 'absent'}`;
  const narrowed = was.every((old) => is.some((fresh) => isMultiple(fresh, old)));
  const widened = is.every((fresh) => was.some((old) => isMultiple(old, fresh)));
  vary(scope, narrowed ? 'narrowed' : widened ? 'widened' : 'changed', placeOf(after, keyword), text);
};

/** Decimal fractions are not exact in binary: 0.1 divided by 0.01 is not quite 10. */
function isMultiple(one: string, other: string): boolean {
  const quotient = Number(one) / Number(other);
  return Math.abs(quotient - Math.round(quotient)) < quotient * 1e-9;
}

/** `uniqueItems`: true is narrower than absent or false. */
export const compareUnique: CompareKeyword = (keyword, before, after, scope) => {
  const [was, is] = [before, after].map((schema) => stated(schema, keyword).some(({ value }) => value === true));
  if (was === is) return;
  vary(scope, is ? 'narrowed' : 'widened', placeOf(after, keyword), `${keyword} was ${was}, is ${is}`);
};

/** `default`: what a member means that is left out. */
export const compareDefault: CompareKeyword = (keyword, before, after, scope) => {
  const [was, is] = [textsOf(before, keyword), textsOf(after, keyword)];
  if (was.join() === is.join()) return;
  note(scope, 'default-changed', placeOf(after, keyword), `default was ${was.join() || 'absent'}, is ${is.join() || 'absent'}`);
};

/** `readOnly` and `writeOnly`: generated types differ, and so does what may be sent. */
export const compareAccess: CompareKeyword = (keyword, before, after, scope) => {
  const [was, is] = [before, after].map((schema) => stated(schema, keyword).some(({ value }) => value === true));
  if (was !== is) vary(scope, 'changed', placeOf(after, keyword), `${keyword} was ${was}, is ${is}`);
};

/** Keywords of which nothing finer is known: anything but the same is not understood. */
export const compareOpaque: CompareKeyword = (keyword, before, after, scope) => {
  const [was, is] = [textsOf(before, keyword), textsOf(after, keyword)];
  if (was.join() === is.join()) return;
  const text = `the comparison does not know what "${keyword}" means, and it was ${was.join() || 'absent'} and is ${is.join() || 'absent'}`;
  note(scope, 'not-understood', placeOf(after, keyword), text);
};

/** Each different value of a keyword as JSON, in one order. */
export function textsOf(schema: Schema, keyword: string): readonly string[] {
  return [...new Set(stated(schema, keyword).map((node) => canonical(node)))].sort();
}

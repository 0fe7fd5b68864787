import type { Node } from '../documents/node.ts';
import { compareOpaque } from './constraints.ts';
import { placeOf, type Schema, stated } from './schema.ts';
import { isWhole } from './types.ts';
import { type SchemaScope, vary } from './variation.ts';

/** The keywords that set a bound, and what is wider for them: a larger number or a smaller one. */
export const BOUNDS: Readonly<Record<string, 'upper' | 'lower'>> = {
  maximum: 'upper',
  exclusiveMaximum: 'upper',
  maxLength: 'upper',
  maxItems: 'upper',
  maxProperties: 'upper',
  minimum: 'lower',
  exclusiveMinimum: 'lower',
  minLength: 'lower',
  minItems: 'lower',
  minProperties: 'lower',
};

/** Lower bounds that everything keeps. */
const COUNTS: readonly string[] = ['minLength', 'minItems', 'minProperties'];

/** Compares one bound. */
export function compareBound(keyword: string, before: Schema, after: Schema, scope: SchemaScope): void {
  const strange = [...stated(before, keyword), ...stated(after, keyword)].find(({ value }) => typeof value !== 'number');
  if (strange) {
    compareOpaque(keyword, before, after, scope);
    return;
  }
  const [was, is] = [boundOf(keyword, before), boundOf(keyword, after)];
  if (was === is) return;
  const isWider = BOUNDS[keyword] === 'upper' ? is > was : is < was;
  vary(scope, isWider ? 'widened' : 'narrowed', placeOf(after, keyword), `${keyword} was ${named(was)}, is ${named(is)}`);
}

/** The tightest number that is stated; none is no bound, and a count is never below zero. */
function boundOf(keyword: string, schema: Schema): number {
  if (isReplaced(keyword, schema)) return BOUNDS[keyword] === 'upper' ? Infinity : -Infinity;
  const numbers = isWhole(schema) ? wholeNumbers(keyword, schema) : numbersOf(stated(schema, keyword));
  if (BOUNDS[keyword] === 'upper') return Math.min(...numbers, Infinity);
  return Math.max(...numbers, COUNTS.includes(keyword) ? 0 : -Infinity);
}

/** For whole numbers, above 0 is from 1, and up to 9.7 is up to 9. */
function wholeNumbers(keyword: string, schema: Schema): readonly number[] {
  const own = numbersOf(stated(schema, keyword));
  if (keyword === 'minimum') {
    return [...own.map(Math.ceil), ...numbersOf(stated(schema, 'exclusiveMinimum')).map((number) => Math.floor(number) + 1)];
  }
  if (keyword === 'maximum') {
    return [...own.map(Math.floor), ...numbersOf(stated(schema, 'exclusiveMaximum')).map((number) => Math.ceil(number) - 1)];
  }
  return own;
}

function isReplaced(keyword: string, schema: Schema): boolean {
  return keyword.startsWith('exclusive') && isWhole(schema);
}

function numbersOf(nodes: readonly Node[]): readonly number[] {
  return nodes.map(({ value }) => value).filter((value) => typeof value === 'number');
}

function named(bound: number): string {
  return Number.isFinite(bound) ? String(bound) : 'not limited';
}

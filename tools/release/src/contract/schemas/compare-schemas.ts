import { isReference, type Node } from '../documents/node.ts';
import type { Direction, Scope } from '../model/scope.ts';
import { within } from '../model/scope.ts';
import { compareAlternatives, hasAlternatives } from './alternatives.ts';
import { BOUNDS, compareBound } from './bounds.ts';
import {
  type CompareKeyword,
  compareAccess,
  compareDefault,
  compareMultiples,
  compareOpaque,
  compareTexts,
  compareUnique,
} from './constraints.ts';
import { compareNote, isNote } from './notes.ts';
import { compareObjectMembers } from './object-members.ts';
import { NEVER, placeOf, type Schema, schemaOf, stated } from './schema.ts';
import { compareValues } from './values.ts';
import { type Inside, type SchemaScope, vary } from './variation.ts';

/** Compares what may be sent before and after in one direction. `compared` is shared by all comparisons of a document in that direction. */
export function compareSchema(before: Node, after: Node, scope: Scope, direction: Direction, compared: Set<string>): void {
  compareSchemas(before.exists ? [before] : [], after.exists ? [after] : [], { ...scope, direction, compared, inside }, after.path);
}

/** The same for schemas that are stated in several places, all of which must be kept. */
export function compareStated(
  before: readonly Node[],
  after: readonly Node[],
  scope: Scope,
  direction: Direction,
  compared: Set<string>,
  areHeaders = false,
): void {
  compareSchemas(before, after, { ...scope, direction, compared, inside, areHeaders });
}

const inside: Inside = { nodes: compareSchemas, schemas: compareTakenApart };

/** Compares schemas that must all be kept with others that must all be kept. */
function compareSchemas(before: readonly Node[], after: readonly Node[], scope: SchemaScope, path: readonly string[] = []): void {
  const pair = `${scope.direction}|${before.map(identityOf).join()}|${after.map(identityOf).join()}`;
  if (scope.compared.has(pair)) return;
  scope.compared.add(pair);
  const place = after[0]?.path ?? before[0]?.path ?? path;
  compareTakenApart(schemaOf(before, place), schemaOf(after, place), scope);
}

/** Compares two schemas that are already taken apart. */
function compareTakenApart(before: Schema, after: Schema, scope: SchemaScope): void {
  const [wasNever, isNever] = [before.keywords.has(NEVER), after.keywords.has(NEVER)];
  if (wasNever && !isNever) vary(scope, 'widened', after.path, 'is allowed now');
  else if (!wasNever && isNever) vary(scope, 'narrowed', after.path, 'is never allowed');
  else if (hasAlternatives(before) || hasAlternatives(after)) compareAlternatives(before, after, scope);
  else if (!isNever) compareKeywords(before, after, scope);
}

function compareKeywords(before: Schema, after: Schema, scope: SchemaScope): void {
  compareValues(before, after, scope);
  compareObjectMembers(before, after, scope);
  for (const keyword of new Set([...Object.keys(BOUNDS), ...before.keywords.keys(), ...after.keywords.keys()])) {
    comparerOf(keyword)(keyword, before, after, scope);
  }
}

/** Types, listed values and members are compared together, before the rest. */
const DONE_BEFORE = ['type', 'enum', 'const', 'properties', 'required'];

/** Named schemas inside a schema are compared where they are referred to. */
const REFERRED_TO = ['$defs', 'definitions'];

const COMPARERS: Readonly<Record<string, CompareKeyword>> = {
  pattern: compareTexts,
  format: compareTexts,
  contentEncoding: compareTexts,
  contentMediaType: compareTexts,
  multipleOf: compareMultiples,
  uniqueItems: compareUnique,
  default: compareDefault,
  readOnly: compareAccess,
  writeOnly: compareAccess,
  items: compareInner('each entry'),
  additionalProperties: compareInner('other members'),
};

function comparerOf(keyword: string): CompareKeyword {
  if (DONE_BEFORE.includes(keyword) || REFERRED_TO.includes(keyword)) return () => {};
  if (Object.hasOwn(BOUNDS, keyword)) return compareBound;
  if (isNote(keyword)) return compareNote;
  return (Object.hasOwn(COMPARERS, keyword) ? COMPARERS[keyword] : undefined) ?? compareOpaque;
}

function compareInner(name: string): CompareKeyword {
  return (keyword, before, after, scope) => {
    compareSchemas(stated(before, keyword), stated(after, keyword), { ...scope, ...within(scope, name) }, placeOf(after, keyword));
  };
}

const identities = new WeakMap<object, number>();
let identitiesGiven = 0;

/** Tells schemas apart by where they are written, however they were reached. */
function identityOf(node: Node): string {
  const { written } = node;
  const value = isReference(written) && Object.keys(written).length === 1 ? node.value : written;
  if (typeof value !== 'object' || value === null) return String(value);
  const known = identities.get(value) ?? ++identitiesGiven;
  identities.set(value, known);
  return String(known);
}

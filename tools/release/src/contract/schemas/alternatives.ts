import { canonical } from '../documents/canonical.ts';
import type { Change } from '../model/change.ts';
import type { ChangeKind } from '../model/consequences.ts';
import { note } from '../model/scope.ts';
import { apartFromNull } from './null.ts';
import { both, placeOf, type Schema, schemaOf, stated, without } from './schema.ts';
import { type SchemaScope, vary } from './variation.ts';

const GROUPS = ['oneOf', 'anyOf'] as const;

const ALTERNATIVES_MAX = 64;

export function hasAlternatives(schema: Schema): boolean {
  return GROUPS.some((group) => schema.keywords.has(group));
}

/** Compares schemas of which one at least says "one of these": each alternative with its like, and what is left over. */
export function compareAlternatives(before: Schema, after: Schema, scope: SchemaScope): void {
  compareGroups(before, after, scope);
  const [was, is] = [alternativesOf(before).flatMap(apartFromNull), alternativesOf(after).flatMap(apartFromNull)];
  if (was.length > ALTERNATIVES_MAX || is.length > ALTERNATIVES_MAX) {
    note(
      scope,
      'not-understood',
      after.path,
      `there are more than ${ALTERNATIVES_MAX} alternatives, which the comparison does not take apart`,
    );
    return;
  }
  const left = [...is];
  const unmatched = was
    .filter((old) => !compareWithLike(old, left, isSame, scope))
    .filter((old) => !compareWithLike(old, left, isMeant, scope));
  const [old, fresh] = unmatched.length === 1 && left.length === 1 ? [unmatched[0], left[0]] : [];
  if (old && fresh) scope.inside.schemas(old, fresh, scope);
  else tellLeftOver(unmatched, left, placeOfGroups(after), scope);
}

function tellLeftOver(removed: readonly Schema[], added: readonly Schema[], place: readonly string[], scope: SchemaScope): void {
  for (const old of removed) vary(scope, 'narrowed', place, `the alternative ${named(old)} is removed`);
  for (const fresh of added) vary(scope, 'widened', fresh.path, `the alternative ${named(fresh)} is added`);
}

function placeOfGroups(schema: Schema): readonly string[] {
  return placeOf(schema, schema.keywords.has('oneOf') ? 'oneOf' : 'anyOf');
}

/** oneOf refuses what fits two alternatives, anyOf takes it. */
function compareGroups(before: Schema, after: Schema, scope: SchemaScope): void {
  const [was, is] = [before, after].map((schema) => GROUPS.map((group) => stated(schema, group).length));
  if (!hasAlternatives(before) || !hasAlternatives(after) || was?.join() === is?.join()) return;
  vary(scope, 'changed', placeOf(after, after.keywords.has('oneOf') ? 'oneOf' : 'anyOf'), 'oneOf and anyOf are combined in another way');
}

/** Compares an alternative with the first that is left and like it, which is then no longer left. */
function compareWithLike(
  old: Schema,
  left: Schema[],
  isLike: (one: Schema, other: Schema, scope: SchemaScope) => boolean,
  scope: SchemaScope,
): boolean {
  const index = left.findIndex((fresh) => isLike(old, fresh, scope));
  const [fresh] = index < 0 ? [] : left.splice(index, 1);
  if (fresh) scope.inside.schemas(old, fresh, scope);
  return fresh !== undefined;
}

/** What binds nobody. */
const NOTED: readonly ChangeKind[] = ['title-changed', 'wording', 'note-changed', 'example-changed'];

/** Nothing but notes differs. */
function isSame(one: Schema, other: Schema, scope: SchemaScope): boolean {
  const changes: Change[] = [];
  scope.inside.schemas(one, other, { ...scope, changes, compared: new Set() });
  return changes.every(({ kind }) => NOTED.includes(kind));
}

/** It has the same title, or the same constants. */
function isMeant(one: Schema, other: Schema): boolean {
  const tag = tagOf(one);
  return tag !== '' && tag === tagOf(other);
}

function tagOf(schema: Schema): string {
  const members = stated(schema, 'properties').flatMap((properties) => properties.keys().map((name) => properties.at(name)));
  const constants = members
    .filter((member) => member.at('const').exists)
    .map((member) => `${member.path.at(-1)}=${canonical(member.at('const'))}`);
  return (
    constants.sort().join() ||
    stated(schema, 'title')
      .map((title) => canonical(title))
      .join()
  );
}

function alternativesOf(schema: Schema): readonly Schema[] {
  const rest = without(schema, ...GROUPS);
  const lists = GROUPS.flatMap((group) => stated(schema, group)).map((list) => list.items());
  return lists.reduce<readonly Schema[]>(
    (found, items) =>
      found.length > ALTERNATIVES_MAX ? found : found.flatMap((one) => items.map((item) => both(one, schemaOf([item], item.path)))),
    [rest],
  );
}

function named(schema: Schema): string {
  const say = (keyword: string): string =>
    stated(schema, keyword)
      .map((node) => canonical(node))
      .join(' and ');
  return say('title') || say('type') || say('const') || schema.path.slice(-2).join(' ');
}

import { isObject, type Json, memberOf, sameJson } from '../../model/json.ts';

/** The members and indices from a body to one of its values. */
export type Path = readonly (string | number)[];

/** The value at a path; undefined if there is none. Names count in any case. */
export function at(value: Json | undefined, [step, ...rest]: Path): Json | undefined {
  if (step === undefined) return value;
  return at(Array.isArray(value) ? value[Number(step)] : memberOf(value, String(step)), rest);
}

/** The value with another one at a path. Adds a missing member, but nothing to hold it. */
export function placed(value: Json, [step, ...rest]: Path, to: Json): Json {
  if (step === undefined) return to;
  if (Array.isArray(value)) return value.map((entry: Json, index) => (index === step ? placed(entry, rest, to) : entry));
  return isObject(value) ? { ...value, [step]: placed(value[step] ?? null, rest, to) } : value;
}

/** The value without what is at a path. */
export function without(value: Json, [step, ...rest]: Path): Json {
  if (Array.isArray(value))
    return rest.length === 0
      ? value.filter((_entry, index) => index !== step)
      : value.map((entry: Json, index) => (index === step ? without(entry, rest) : entry));
  if (!isObject(value) || step === undefined) return value;
  const { [step]: inner = null, ...others } = value;
  return rest.length === 0 ? others : { ...value, [step]: without(inner, rest) };
}

/** The paths that a path of the contract stands for, in which `*` is each entry of a list. The last member may be missing. */
export function pathsTo(value: Json | undefined, [step, ...rest]: readonly string[]): readonly Path[] {
  if (step === undefined) return [[]];
  if (step === '*') {
    const entries = Array.isArray(value) ? value : [];
    return entries.flatMap((entry: Json, index) => pathsTo(entry, rest).map((path) => [index, ...path]));
  }
  return isObject(value) ? pathsTo(value[step], rest).map((path) => [step, ...path]) : [];
}

/** The first value at the places that a path of the contract stands for; undefined if there is none. */
export function valueAt(value: Json | undefined, path: readonly string[]): Json | undefined {
  const values = pathsTo(value, path).map((place) => at(value, place));
  return values.find((found) => found !== undefined);
}

/**
 * Members of `whole` that `part` lacks or holds with another value. Casing and absent nulls are the target's choice.
 * @param isSame whether two values are equal. By default a number equals the text of its digits, and null equals anything.
 */
export function missingFrom(
  part: Json | undefined,
  whole: Json | undefined,
  isSame: (left: Json | undefined, right: Json) => boolean = saysSame,
  path = '',
): readonly string[] {
  if (whole === undefined) return [];
  if (isObject(whole))
    return Object.keys(whole).flatMap((name) => missingFrom(memberOf(part, name), whole[name], isSame, `${path}/${name}`));
  if (!Array.isArray(whole)) return isSame(part, whole) ? [] : [path];
  const items: readonly Json[] = Array.isArray(part) ? part : [];
  return items.length === whole.length
    ? whole.flatMap((item, index) => missingFrom(items[index], item, isSame, `${path}/${index}`))
    : [path];
}

function saysSame(left: Json | undefined, right: Json): boolean {
  return right === null || String(left) === String(right);
}

/** The first place where the shown value differs from the sent one; undefined if nothing was lost. Extra members are fine. */
export function lostAt(sent: Json, shown: Json | undefined): string | undefined {
  // A null member and an absent one mean the same.
  const isSame = (left: Json | undefined, right: Json): boolean => sameJson(left, right) || (right === null && left === undefined);
  return missingFrom(shown, sent, isSame)[0];
}

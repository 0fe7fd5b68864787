import type { OperationId } from '../../generated/operations.ts';
import type { Resource } from '../../generated/resources.ts';
import { isObject, type Json, type JsonObject, sameJson } from '../../model/json.ts';
import { manyBodies } from '../operations/declared-members.ts';

/** A member of a body, and values that a careless service loses or takes for others. */
export interface EdgeMember {
  /** Members and indices from the body to the member; in a list, its first entry. */
  readonly path: readonly (string | number)[];
  readonly values: readonly Json[];
  readonly isFreeText: boolean;
}

/** Nothing, and what is read as a number, as nothing, as markup or as an escape elsewhere; and spaces, which mean nothing to a number. */
const TEXTS = ['', ' A  b ', '0', '007', 'null', '<b a="c">&amp;\'\\n%20</b>', 'ǅ ß İ ﬁ 漢', '+39 02 1'];
/** The part before the sign may tell large letters from small ones. */
const MIXED_CASE_EMAIL = 'Maria.ROSSI@bianchi.example';
/** No rate, all of it, and what is around. */
const HUNDREDTHS = ['0.00', '100.00', '99.99', '0.01'];
/** The last one is no binary fraction, and would be rounded down as the nearest. */
const DECIMALS = ['0', '0.00', '-1.50', '0.00000001', '99999999999.99999999', '10', '1.005'];
const DAYS = ['2024-02-29', '1999-12-31', '2030-01-01'];

/** More values than the longest list of the contract's has; of others, most are drawn once. */
const MANY_VALUES = 40;

/** The members that the contract declares of a body, and of the objects that stand in it, each with what may be lost of its values. */
export function edgeMembers(body: JsonObject, operation: OperationId, resource: Resource): readonly EdgeMember[] {
  return allMembers(body, operation, resource).filter(({ path }) => path[0] !== resource.label || resource.name === 'webhook');
}

/** The same, with what an object is known by; without its token, and where deliveries go and which. */
export function allMembers(body: JsonObject, operation: OperationId, resource: Resource): readonly EdgeMember[] {
  const isOpen = (name: unknown): boolean => name === resource.label || (name !== resource.token && resource.name !== 'webhook');
  return membersIn(body, manyBodies(operation), [], resource).filter(({ path }) => isOpen(path[0]));
}

function membersIn(value: Json, examples: readonly Json[], path: readonly (string | number)[], resource: Resource): readonly EdgeMember[] {
  if (Array.isArray(value)) {
    const entries = examples.flatMap((example) => (Array.isArray(example) ? example : []));
    return value.slice(0, 1).flatMap((entry: Json) => membersIn(entry, entries, [...path, 0], resource));
  }
  if (isObject(value)) {
    const objects = examples.filter(isObject);
    const names = new Set([...Object.keys(value), ...objects.flatMap((object) => Object.keys(object))]);
    return [...names].flatMap((name) => {
      const inside = objects.flatMap((object) => (object[name] === undefined ? [] : [object[name]]));
      return membersIn(value[name] ?? null, inside, [...path, name], resource);
    });
  }
  const isReference = resource.references.some((one) =>
    sameJson(
      one.path,
      path.map((step) => (typeof step === 'number' ? '*' : step)),
    ),
  );
  const texts = examples.filter((example) => typeof example === 'string');
  if (isReference || texts.length === 0) return [];
  const nothing: readonly Json[] = examples.includes(null) ? [null] : [];
  return [{ path, values: [...edgesOf(texts), ...nothing].filter((edge) => !sameJson(edge, value)), isFreeText: isFree(texts) }];
}

function edgesOf(texts: readonly string[]): readonly string[] {
  const every = (pattern: RegExp): boolean => texts.every((text) => pattern.test(text));
  const distinct = [...new Set(texts)];
  if (every(/^-?\d+\.\d\d$/)) return HUNDREDTHS;
  if (every(/^-?\d+(\.\d+)?$/) && texts.some((text) => text.includes('.'))) return DECIMALS;
  if (every(/^\d{4}-\d\d-\d\d$/)) return DAYS;
  if (distinct.length <= MANY_VALUES && distinct.length * 2 <= texts.length) return distinct.toSorted();
  const [length = 0, ...otherLengths] = new Set(texts.map((text) => text.length));
  if (every(/^\d+$/) && otherLengths.length === 0) return ['1'.padStart(length, '0')];
  if (every(/^[^@\s]+@[^@\s]+$/)) return [MIXED_CASE_EMAIL];
  return TEXTS.filter((text) => isLike(text, texts));
}

/** Whether a text is no shorter than the others, nor longer where they are of few kinds of characters, nor of other kinds. */
function isLike(text: string, texts: readonly string[]): boolean {
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[ -/:-@[-`{-~]/, /[^ -~]/];
  const lengths = texts.map(({ length }) => length);
  if (text.length < Math.min(...lengths) || (text.length > Math.max(...lengths) && !isFree(texts))) return false;
  return kinds.every((kind) => !kind.test(text) || texts.some((one) => kind.test(one)));
}

/** Whether all letters are taken, and spaces. */
function isFree(texts: readonly string[]): boolean {
  return texts.some((text) => /\s/.test(text)) && texts.some((text) => /[^ -~]/.test(text));
}

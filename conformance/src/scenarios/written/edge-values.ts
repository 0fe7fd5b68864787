import type { OperationId } from '../../generated/operations.ts';
import type { Resource } from '../../generated/resources.ts';
import { type Json, type JsonObject, sameJson } from '../../model/json.ts';
import { manyBodies, membersOf } from '../operations/declared-members.ts';
import type { Path } from '../values/places.ts';

/** A member of a body, and values that a careless service loses or confuses with others. */
export interface EdgeMember {
  /** In a list, the path to its first entry. */
  readonly path: Path;
  readonly values: readonly Json[];
  readonly isFreeText: boolean;
}

/** An empty text, and texts that may be read as a number or as null; a number with spaces; and markup, escapes and unusual letters. */
const TEXTS = ['', ' A  b ', '0', '007', 'null', '+39 02 1', '<b a="c">&amp;\'\\n%20</b> ǅ ß İ ﬁ e\u0301 漢'];
/** The part before the @ may be case-sensitive. */
const MIXED_CASE_EMAIL = 'Maria.ROSSI@bianchi.example';
/** Rates of zero and a hundred percent, and the ones next to them. */
const HUNDREDTHS = ['0.00', '100.00', '99.99', '0.01'];
/** The last one is no binary fraction. As the nearest one it would be rounded down. */
const DECIMALS = ['0', '0.00', '-1.50', '0.00000001', '99999999999.99999999', '10', '1.005'];
const DAYS = ['2024-02-29', '1999-12-31', '2030-01-01'];

/** More values than the contract's longest enumeration. Most values of other members are drawn only once. */
const MANY_VALUES = 40;

/** The declared members of a body and of the objects inside it, each with values that may be lost. */
export function edgeMembers(body: JsonObject, operation: OperationId, resource: Resource): readonly EdgeMember[] {
  return allMembers(body, operation, resource).filter(({ path }) => path[0] !== resource.label || resource.name === 'webhook');
}

/** The same members with the object's label, but without what decides a webhook's deliveries. */
export function allMembers(body: JsonObject, operation: OperationId, resource: Resource): readonly EdgeMember[] {
  return membersOf(body, manyBodies(operation), resource).flatMap(({ path, own = null, examples: { values } }) => {
    const texts = values.filter((value) => typeof value === 'string');
    const isOpen = resource.name !== 'webhook' || path[0] === resource.label;
    if (!isOpen || texts.length === 0 || path.some((step) => typeof step === 'number' && step > 0)) return [];
    const edges = [...edgesOf(texts), ...(values.includes(null) ? [null] : [])];
    return [{ path, values: edges.filter((edge) => !sameJson(edge, own)), isFreeText: isFree(texts) }];
  });
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

/** Whether a text is no shorter than the others, no longer unless they are free texts, and has no other kinds of characters. */
function isLike(text: string, texts: readonly string[]): boolean {
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[ -/:-@[-`{-~]/, /[^ -~]/];
  const lengths = texts.map(({ length }) => length);
  if (text.length < Math.min(...lengths) || (text.length > Math.max(...lengths) && !isFree(texts))) return false;
  return kinds.every((kind) => !kind.test(text) || texts.some((one) => kind.test(one)));
}

/** Whether these texts may have any characters, and spaces. */
function isFree(texts: readonly string[]): boolean {
  return texts.some((text) => /\s/.test(text)) && texts.some((text) => /[^ -~]/.test(text));
}

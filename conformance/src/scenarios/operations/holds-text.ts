import { isObject, type Json } from '../../model/json.ts';

/** Whether a text of this run occurs in another, without further digits behind it. Case-insensitive: names may be shown in another case. */
export function includesText(whole: string, text: string): boolean {
  return patternOf(text).test(whole);
}

/** Whether such a text occurs anywhere in a value. */
export function holdsText(value: Json | undefined, text: string): boolean {
  return holds(value, patternOf(text));
}

/** All texts of a value, one per line, in which many texts can be searched quickly. */
export function textsIn(value: Json | undefined): string {
  if (typeof value === 'string') return value;
  const parts = Array.isArray(value) ? value : isObject(value) ? Object.values(value) : [];
  return parts.map((part: Json) => textsIn(part)).join('\n');
}

function holds(value: Json | undefined, pattern: RegExp): boolean {
  if (typeof value === 'string') return pattern.test(value);
  if (Array.isArray(value)) return value.some((item: Json) => holds(item, pattern));
  return isObject(value) && Object.values(value).some((item) => holds(item, pattern));
}

function patternOf(text: string): RegExp {
  return new RegExp(`${text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')}(?![0-9])`, 'iu');
}

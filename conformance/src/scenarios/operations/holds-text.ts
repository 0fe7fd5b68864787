import { isObject, type Json } from '../../model/json.ts';

/** Whether a text that was made for this run stands in another one, and no longer one that begins like it; names may be shown in another case. */
export function includesText(whole: string, text: string): boolean {
  const [where, what] = [whole.toLowerCase(), text.toLowerCase()];
  for (let at = where.indexOf(what); at !== -1; at = where.indexOf(what, at + 1))
    if (!/[0-9]/.test(where.charAt(at + what.length))) return true;
  return false;
}

/** The same for a text anywhere in a value. */
export function holdsText(value: Json | undefined, text: string): boolean {
  if (typeof value === 'string') return includesText(value, text);
  if (Array.isArray(value)) return value.some((item: Json) => holdsText(item, text));
  return isObject(value) && Object.values(value).some((item) => holdsText(item, text));
}

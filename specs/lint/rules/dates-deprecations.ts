import { isNode, type Node, report, type Visit, visit } from '../visitor.ts';

/** Whatever is deprecated says since when, from which day on it may be gone (a year later at the earliest), and what to use instead (D-19). */
export function datesDeprecations(): Record<'Operation' | 'Parameter' | 'Header' | 'Schema', Visit> {
  const check: Visit = visit((node, context) => {
    for (const fault of faultsOf(node)) report(context, fault, 'x-deprecation' in node ? 'x-deprecation' : 'deprecated');
  });
  return { Operation: check, Parameter: check, Header: check, Schema: check };
}

function faultsOf({ deprecated, 'x-deprecation': mark }: Node): readonly string[] {
  if (deprecated !== true) return mark === undefined ? [] : ['x-deprecation needs deprecated: true beside it. Add it.'];
  if (!isNode(mark)) return ['It is deprecated and does not say until when. Add x-deprecation with since, sunset and instead.'];
  const { since, sunset, instead } = mark;
  const faults: string[] = [];
  if (typeof instead !== 'string' || !instead.endsWith('.')) faults.push('instead is no sentence. Write what to use in its place.');
  if (!isDay(since) || !isDay(sunset)) faults.push('since and sunset are days. Write both as 2026-12-31.');
  else if (sunset < oneYearAfter(since)) faults.push(`The sunset of ${since} is ${oneYearAfter(since)} at the earliest. Move it there.`);
  return faults;
}

function isDay(value: unknown): value is string {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && new Date(value).toJSON()?.startsWith(value);
}

/** Days in this notation sort like text. */
function oneYearAfter(day: string): string {
  return `${Number(day.slice(0, 4)) + 1}${day.slice(4)}`;
}

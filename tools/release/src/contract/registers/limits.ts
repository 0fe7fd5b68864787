import { canonical } from '../documents/canonical.ts';
import { type Compare, compareMembers, exactly, passOver } from '../documents/members.ts';
import { isMembers, type Node } from '../documents/node.ts';
import type { Change } from '../model/change.ts';
import { PACKAGE_KEYS, type PackageKey } from '../model/packages.ts';
import { note, type Scope, within } from '../model/scope.ts';
import { compareRows } from './rows.ts';

const reworded = exactly('limit-reworded');

const REMARKS = ['description', 'words', 'clause', 'decision', 'better'];

/** Compares the limits of two contracts. */
export function compareLimits(before: unknown, after: unknown): readonly Change[] {
  const scope: Scope = { changes: [], area: 'limits', part: 'limits', subject: '' };
  compareRows(before ?? [], after ?? [], ['id', 'name', 'code'], {
    both: (name, was, is) => compareLimit(was, is, { ...within(scope, name), carriers: carriersOf(is) }),
    added: (name, row) =>
      note({ ...scope, carriers: carriersOf(row) }, 'limit-added', row.path, `the limit ${name} is added, ${said(row)}`),
    removed: (name, row) => note({ ...scope, carriers: carriersOf(row) }, 'limit-removed', [], `the limit ${name} is removed`),
  });
  return scope.changes;
}

/** The packages whose code uses a limit, and those that carry all of them. What documents make of it is compared there. */
function carriersOf(limit: Node): readonly PackageKey[] {
  const names = limit
    .at('usedBy')
    .items()
    .map(({ value }) => String(value));
  return PACKAGE_KEYS.filter((key) => key === 'specs' || key === 'conformance' || names.includes(key));
}

function compareLimit(before: Node, after: Node, scope: Scope): void {
  const remarks = REMARKS.map((field): [string, Compare] => [field, reworded]);
  const fields = { ...Object.fromEntries(remarks), unit: passOver, value: compareValue, usedBy: passOver };
  compareMembers(before, after, fields, scope);
  // Another unit alone is another number too.
  if (canonical(before.at('value')) === canonical(after.at('value'))) compareValue();

  function compareValue(): void {
    const [was, is] = [quantityOf(before), quantityOf(after)];
    const text = `was ${said(before)}, is ${said(after)}`;
    if (was && is && was.unit === is.unit) {
      if (was.number === is.number) return;
      const better = after.at('better').value;
      const isWider = better === 'higher' ? is.number > was.number : is.number < was.number;
      const kind = better === 'higher' || better === 'lower' ? (isWider ? 'limit-widened' : 'limit-tightened') : 'limit-changed';
      note(scope, kind, after.at('value').path, text);
    } else if (said(before) !== said(after)) note(scope, 'limit-changed', after.at('value').path, text);
  }
}

/** What units come to, so that 24 hours are a day. */
const UNITS: Readonly<Record<string, { readonly unit: string; readonly times: number }>> = {
  ms: { unit: 'ms', times: 1 },
  s: { unit: 'ms', times: 1_000 },
  min: { unit: 'ms', times: 60_000 },
  h: { unit: 'ms', times: 3_600_000 },
  d: { unit: 'ms', times: 86_400_000 },
  KiB: { unit: 'KiB', times: 1 },
  MiB: { unit: 'KiB', times: 1024 },
};

function quantityOf(limit: Node): { readonly unit: string; readonly number: number } | undefined {
  const [value, name] = [limit.at('value').value, String(limit.at('unit').value)];
  if (typeof value !== 'number') return undefined;
  const { unit, times } = UNITS[name] ?? { unit: name, times: 1 };
  return { unit, number: value * times };
}

function said(limit: Node): string {
  return isMembers(limit.value) ? `${canonical(limit.at('value'))} ${String(limit.at('unit').value)}` : canonical(limit);
}

import type { Cleanup, Left } from '../model/cleanup.ts';
import { printableLine } from './printable.ts';

/** How many ids are shown for one reason. The JSON report has them all. */
const IDS_SHOWN = 12;

/** What the run could not remove, as lines of text. Empty if everything is gone. */
export function leftLines(cleanup: Cleanup): readonly string[] {
  const lines = [...leftByReason(cleanup).map(describeLeft), ...cleanup.unknown.map(describeUnknown)];
  return lines.length === 0 ? [] : ['', leftTitle(cleanup), ...lines.map((line) => `  ${line}`)];
}

/** How many objects are left, in one line. */
export function leftTitle({ left, unknown }: Cleanup): string {
  const possible = unknown.reduce((sum, { creations }) => sum + creations, 0);
  const counts = [...(left.length > 0 ? [String(left.length)] : []), ...(possible > 0 ? [`perhaps ${possible} more`] : [])];
  return `Left at the target, because the run could not remove them: ${counts.join(', and ')}`;
}

/** Objects that are left for the same reason. */
export interface LeftGroup extends Omit<Left, 'id'> {
  readonly ids: readonly string[];
}

export function leftByReason({ left }: Cleanup): readonly LeftGroup[] {
  const groups = Map.groupBy(left, ({ operation, company, reason }) => `${operation} ${company} ${reason}`);
  return [...groups.values()].flatMap((group) => (group[0] ? [{ ...group[0], ids: group.map(({ id }) => id) }] : []));
}

export function describeLeft({ operation, company, reason, ids }: LeftGroup): string {
  const more = ids.length > IDS_SHOWN ? ` and ${ids.length - IDS_SHOWN} more` : '';
  return `${operation} of company ${company}, id ${printableLine(ids.slice(0, IDS_SHOWN).join(', '))}${more}: ${printableLine(reason)}`;
}

export function describeUnknown({ operation, creations }: Cleanup['unknown'][number]): string {
  return `${operation}: ${creations === 1 ? 'one call' : `${creations} calls`} got no answer, and no readable list shows whether an object was created`;
}

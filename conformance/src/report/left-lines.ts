import type { Cleanup, Left } from '../model/cleanup.ts';
import { printableLine } from './printable.ts';

/** How many ids are shown for one reason. The JSON report has them all. */
const IDS_SHOWN = 12;

/** What the run could not remove, as lines of text. Empty if everything is gone. */
export function leftLines(cleanup: Cleanup): readonly string[] {
  const texts = leftTexts(cleanup);
  return texts.length === 0 ? [] : ['', leftTitle(cleanup), ...texts.map((text) => `  ${text}`)];
}

/** How many objects are left, in one line. */
export function leftTitle({ left, unknown }: Cleanup): string {
  const possible = unknown.reduce((sum, { creations }) => sum + creations, 0);
  const counts = [...(left.length > 0 ? [String(left.length)] : []), ...(possible > 0 ? [`perhaps ${possible} more`] : [])];
  return `Left at the target, because the run could not remove them: ${counts.join(', and ')}`;
}

/** A text for each reason why objects are left, and for each operation that may have left some. */
export function leftTexts({ left, unknown }: Cleanup): readonly string[] {
  const groups = Map.groupBy(left, ({ operation, company, reason }) => `${operation} ${company} ${reason}`);
  return [
    ...[...groups.values()].map(describeLeft),
    ...unknown.map(
      ({ operation, creations }) =>
        `${operation}: ${creations === 1 ? 'one call' : `${creations} calls`} got no answer, and no readable list shows whether an object was created`,
    ),
  ];
}

/** Objects that are left for the same reason. */
function describeLeft(objects: readonly Left[]): string {
  const [first] = objects;
  if (first === undefined) return '';
  const ids = objects.slice(0, IDS_SHOWN).map(({ id }) => id);
  const more = objects.length > IDS_SHOWN ? ` and ${objects.length - IDS_SHOWN} more` : '';
  return `${first.operation} of company ${first.company}, id ${printableLine(ids.join(', '))}${more}: ${printableLine(first.reason)}`;
}

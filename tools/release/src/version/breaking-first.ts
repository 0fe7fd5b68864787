import { readFileSync, writeFileSync } from 'node:fs';

/**
 * Puts what breaks before what does not, in each section of the newest version of a changelog (D-19), and says once that dependencies were
 * updated: changesets says it for each changeset.
 */
export function leadWithBreaking(file: string): void {
  writeFileSync(file, withBreakingFirst(readFileSync(file, 'utf8')));
}

/** The same of a text. First come entries that begin with "Breaking", then those of which an item does. */
export function withBreakingFirst(changelog: string): string {
  const [head = '', newest = '', ...older] = changelog.split(/^(?=## )/m);
  const sections = newest.split(/^(?=### )/m).map(sorted);
  return [head, sections.join(''), ...older].join('');
}

function sorted(section: string): string {
  const [title = '', ...entries] = `${section.trimEnd()}\n`.split(/^(?=- )/m).map((entry) => entry.trimEnd());
  if (entries.length === 0) return section;
  const telling = entries.filter((entry) => !NAMES_NO_DEPENDENCY.test(entry));
  return `${title}\n\n${telling.toSorted((one, other) => rankOf(one) - rankOf(other)).join('\n')}\n\n`;
}

/** All but the last of a row: the last has the names of the dependencies below it. */
const NAMES_NO_DEPENDENCY = /^- Updated dependencies( \[[0-9a-f]+\])?$/;

/** An entry goes from its bullet, and the commit that brought it, to the next. */
function rankOf(entry: string): number {
  if (/^- ([0-9a-f]{7,}: )?(- )?Breaking\b/.test(entry)) return 0;
  return /^\s+- Breaking\b/m.test(entry) ? 1 : 2;
}

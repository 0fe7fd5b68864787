import { readFileSync, writeFileSync } from 'node:fs';

/** Puts what breaks before what does not, in each section of the newest version of a changelog (D-19). */
export function leadWithBreaking(file: string): void {
  writeFileSync(file, withBreakingFirst(readFileSync(file, 'utf8')));
}

/** The same of a text. An entry goes from its bullet to the next; it breaks if "Breaking" begins one of its sentences or items. */
export function withBreakingFirst(changelog: string): string {
  const [head = '', newest = '', ...older] = changelog.split(/^(?=## )/m);
  const sections = newest.split(/^(?=### )/m).map(sorted);
  return [head, sections.join(''), ...older].join('');
}

function sorted(section: string): string {
  const [title = '', ...entries] = `${section.trimEnd()}\n`.split(/^(?=- )/m).map((entry) => entry.trimEnd());
  if (entries.length === 0) return section;
  const breaking = entries.filter(isBreaking);
  const others = entries.filter((entry) => !isBreaking(entry));
  return `${title}\n\n${[...breaking, ...others].join('\n')}\n\n`;
}

function isBreaking(entry: string): boolean {
  return /^\s*- ([0-9a-f]{7,}: )?\W*Breaking\b/m.test(entry);
}

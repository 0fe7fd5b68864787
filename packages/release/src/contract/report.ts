import { proposeChangeset } from './changesets/proposal.ts';
import { isTooSmall, type RequiredBump } from './changesets/required-bumps.ts';
import { type Change, effectOn, gravest } from './model/change.ts';
import { CONSEQUENCES } from './model/consequences.ts';
import { EFFECTS, type Effect } from './model/effect.ts';
import { PACKAGE_KEYS } from './model/packages.ts';
import type { SourceLine } from './sources/locate.ts';

/** A change with its place in the sources. */
export interface LocatedChange extends Change, SourceLine {}

/** What stands in several places of the bundles and once in the sources is one change. */
export function distinct(changes: readonly LocatedChange[]): readonly LocatedChange[] {
  const kept = new Map<string, LocatedChange>();
  for (const change of changes) {
    const key = [change.file, change.line, change.kind, change.area, change.text].join('|');
    if (!kept.has(key)) kept.set(key, change);
  }
  return [...kept.values()];
}

/** All that a person needs to know: the changes, what they ask of each package, and the changeset that is missing. */
export function reportOf(changes: readonly LocatedChange[], bumps: readonly RequiredBump[], baseline: string): readonly string[] {
  if (changes.length === 0) return [`The contract is that of the last release (${baseline}).`];
  const isEnough = !bumps.some(isTooSmall);
  const verdict = isEnough ? 'and the changesets say so' : 'and the changesets do not say so';
  return [
    `The contract differs from that of the last release (${baseline}) in ${counted(changes.length)}, ${verdict}:`,
    '',
    ...sorted(changes).flatMap(describe),
    ...bumps.filter(({ effect }) => effect !== 'none').map(demand),
    ...(isEnough ? [] : ['', ...instruction(changes, bumps)]),
  ];
}

function instruction(changes: readonly LocatedChange[], bumps: readonly RequiredBump[]): readonly string[] {
  const lacking = bumps.filter(isTooSmall);
  const seen = sorted(changes).filter((change) => lacking.some(({ key }) => effectOn(key, change) !== 'none'));
  const { file, content } = proposeChangeset(lacking, seen.map(sentence));
  return [`Write ${file} with what stands between the lines, and put its text in your words:`, RULE, content.trimEnd(), RULE];
}

const RULE = '─'.repeat(60);

function describe(change: LocatedChange): readonly string[] {
  const effects = PACKAGE_KEYS.map((key) => ({ key, effect: effectOn(key, change) })).filter(({ effect }) => effect !== 'none');
  const groups = EFFECTS.toReversed()
    .map((effect) => ({ effect, keys: effects.filter((one) => one.effect === effect).map(({ key }) => key) }))
    .filter(({ keys }) => keys.length > 0)
    .map(({ effect, keys }) => `${effect} for ${keys.join(', ')}`);
  return [`${change.file}:${change.line}`, `  ${line(change)}`, `  ${groups.join('; ')}. ${CONSEQUENCES[change.kind].why}`, ''];
}

function demand(bump: RequiredBump): string {
  const { name, version, effect, required, pending } = bump;
  const note = effect === 'breaking' && required === 'minor' ? ' (breaking, which before 1.0.0 is minor)' : ` (${effect})`;
  const said = pending === 'none' ? 'no changeset names it' : `the changesets say ${pending}`;
  return `${isTooSmall(bump) ? '✗' : '✓'} ${name} ${version}: at least ${required}${note}; ${said}`;
}

/** For a changelog: what breaks somebody says so, and whom. */
function sentence(change: LocatedChange): string {
  const touched = PACKAGE_KEYS.filter((key) => effectOn(key, change) !== 'none');
  const broken = touched.filter((key) => effectOn(key, change) === 'breaking');
  const prefix = broken.length === 0 ? '' : broken.length === touched.length ? 'Breaking: ' : `Breaking for ${broken.join(', ')}: `;
  return `- ${prefix}${line(change)}.`;
}

function line({ subject, text }: Change): string {
  return subject === '' ? text : `${subject}: ${text}`;
}

function sorted(changes: readonly LocatedChange[]): readonly LocatedChange[] {
  return changes.toSorted((one, other) => EFFECTS.indexOf(worst(other)) - EFFECTS.indexOf(worst(one)));
}

function worst(change: LocatedChange): Effect {
  return gravest(PACKAGE_KEYS.map((key) => effectOn(key, change)));
}

function counted(count: number): string {
  return count === 1 ? 'one place' : `${count} places`;
}

import { effectOn, gravest } from '../model/change.ts';
import { CONSEQUENCES } from '../model/consequences.ts';
import { EFFECTS, type Effect } from '../model/effect.ts';
import { PACKAGE_KEYS, type PackageKey } from '../model/packages.ts';
import type { Difference } from './difference.ts';

/** What a difference does to somebody, the gravest first: `breaking for specs, client; additive for server`. */
export function effectsOf(difference: Difference): string {
  return EFFECTS.toReversed()
    .map((effect) => ({ effect, keys: keysWith(difference, effect) }))
    .filter(({ effect, keys }) => effect !== 'none' && keys.length > 0)
    .map(({ effect, keys }) => `${effect} for ${keys.join(', ')}`)
    .join('; ');
}

export function whyOf({ kind }: Difference): string {
  return CONSEQUENCES[kind].why;
}

/** The gravest that a difference does to anybody. */
export function worstOf(difference: Difference): Effect {
  return gravest(PACKAGE_KEYS.map((key) => effectOn(key, difference)));
}

/** The gravest first. */
export function sorted(differences: readonly Difference[]): readonly Difference[] {
  return differences.toSorted((one, other) => EFFECTS.indexOf(worstOf(other)) - EFFECTS.indexOf(worstOf(one)));
}

/** For a changelog: what breaks somebody says so, and whom. */
export function sentenceOf(difference: Difference): string {
  const { subject, text } = difference;
  const broken = keysWith(difference, 'breaking');
  const touched = PACKAGE_KEYS.filter((key) => effectOn(key, difference) !== 'none');
  const prefix = broken.length === 0 ? '' : broken.length === touched.length ? 'Breaking: ' : `Breaking for ${broken.join(', ')}: `;
  return `${prefix}${subject === '' ? text : `${subject}: ${text}`}.`;
}

function keysWith(difference: Difference, effect: Effect): readonly PackageKey[] {
  return PACKAGE_KEYS.filter((key) => effectOn(key, difference) === effect);
}

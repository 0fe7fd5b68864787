/** What a change does to one kind of user, from the harmless to the harmful. */
export const EFFECTS = ['none', 'wording', 'additive', 'breaking'] as const;

export type Effect = (typeof EFFECTS)[number];

/** What a package's version must be raised by, from the least to the most. */
export const BUMPS = ['none', 'patch', 'minor', 'major'] as const;

export type Bump = (typeof BUMPS)[number];

export function isLess<Value>(order: readonly Value[], one: Value, other: Value): boolean {
  return order.indexOf(one) < order.indexOf(other);
}

/** The bump that an effect asks of a package at a version: semantic versioning, with "breaking" a minor bump before 1.0.0 (D-19). */
export function bumpFor(effect: Effect, version: string): Bump {
  if (effect === 'breaking') return version.startsWith('0.') ? 'minor' : 'major';
  return ({ none: 'none', wording: 'patch', additive: 'minor' } as const)[effect];
}

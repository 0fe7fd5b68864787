import type { ChangeKind } from './consequences.ts';
import { CONSEQUENCES, type Consequence } from './consequences.ts';
import { EFFECTS, type Effect, isLess } from './effect.ts';
import { type Area, PACKAGES, type PackageKey } from './packages.ts';

/** One difference between the contract and that of the last release. */
export interface Change {
  readonly kind: ChangeKind;
  readonly area: Area;
  /** What of the contract: `openapi/customer`, `rules`. */
  readonly part: string;
  /** Where in that part: member names from its root, references followed. */
  readonly path: readonly string[];
  /** Of what the text speaks: `createWebhook, request body, Url`. */
  readonly subject: string;
  readonly text: string;
  /** The packages that carry it, where not every package that carries its area does. */
  readonly carriers?: readonly PackageKey[];
}

/** What a change does to the users of a package. */
export function effectOn(key: PackageKey, { kind, area, carriers }: Pick<Change, 'kind' | 'area' | 'carriers'>): Effect {
  const consequence: Consequence = CONSEQUENCES[kind];
  const { carries, side }: { carries: readonly Area[]; side: 'user' | 'implementer' | 'suite' } = PACKAGES[key];
  if (!carries.includes(area) || consequence.only?.includes(key) === false || carriers?.includes(key) === false) return 'none';
  return side === 'suite' ? (consequence.suite ?? consequence.user) : consequence[side];
}

/** The gravest of several effects. */
export function gravest(effects: readonly Effect[]): Effect {
  return effects.reduce<Effect>((most, effect) => (isLess(EFFECTS, most, effect) ? effect : most), 'none');
}

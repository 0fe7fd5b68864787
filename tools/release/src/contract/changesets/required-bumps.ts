import { ReleaseError } from '../../release-error.ts';
import type { PublishedPackage } from '../../repository.ts';
import { type Change, effectOn, gravest } from '../model/change.ts';
import { type Bump, bumpFor, type Effect } from '../model/effect.ts';
import { PACKAGE_KEYS, PACKAGES, type PackageKey } from '../model/packages.ts';

/** What the contract's changes ask of one package. */
export interface RequiredBump {
  readonly key: PackageKey;
  readonly name: string;
  readonly version: string;
  /** The gravest effect of all changes. */
  readonly effect: Effect;
  /** The smallest bump that is allowed. */
  readonly required: Bump;
}

/**
 * The smallest allowed bump of every published package.
 *
 * @throws {ReleaseError} with code `packages-unknown` when a published package is not in the table
 */
export function requiredBumps(changes: readonly Change[], published: readonly PublishedPackage[]): readonly RequiredBump[] {
  refuseUnknown(published);
  return PACKAGE_KEYS.map((key) => {
    const { name } = PACKAGES[key];
    const version = published.find((one) => one.name === name)?.version ?? '';
    const effect = gravest(changes.map((change) => effectOn(key, change)));
    return { key, name, version, effect, required: bumpFor(effect, version) };
  });
}

function refuseUnknown(published: readonly PublishedPackage[]): void {
  const names: readonly string[] = PACKAGE_KEYS.map((key) => PACKAGES[key].name);
  const unjudged = published.map(({ name }) => name).filter((name) => !names.includes(name));
  const missing = names.filter((name) => !published.some((one) => one.name === name));
  if (unjudged.length + missing.length === 0) return;
  const text = [
    ...unjudged.map((name) => `${name} is published, and the check does not know what of the contract its users see.`),
    ...missing.map((name) => `${name} is not published by this workspace.`),
    'Correct PACKAGES in tools/release/src/contract/model/packages.ts.',
  ];
  throw new ReleaseError('packages-unknown', text.join(' '));
}

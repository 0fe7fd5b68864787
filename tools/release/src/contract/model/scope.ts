import type { Change } from './change.ts';
import type { ChangeKind } from './consequences.ts';
import type { Area, PackageKey } from './packages.ts';

/** Which way something travels: requests to the service, answers and events from it. */
export type Direction = 'request' | 'answer';

/** What is being compared, and where its changes are noted. */
export interface Scope {
  readonly changes: Change[];
  readonly area: Area;
  readonly part: string;
  readonly subject: string;
  /** The packages that carry what is compared, where not every package that carries the area does. */
  readonly carriers?: readonly PackageKey[];
}

/** The same, one part further in. */
export function within(scope: Scope, part: string): Scope {
  return { ...scope, subject: scope.subject === '' ? part : `${scope.subject}, ${part}` };
}

/** Notes a change. */
export function note(scope: Scope, kind: ChangeKind, path: readonly string[], text: string): void {
  const { area, part, subject, carriers } = scope;
  scope.changes.push({ kind, area, part, path, subject, text, ...(carriers && { carriers }) });
}

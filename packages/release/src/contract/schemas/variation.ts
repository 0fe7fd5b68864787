import { type Direction, note, type Scope } from '../model/scope.ts';

/** A pair of schemas is compared within it. */
export interface SchemaScope extends Scope {
  readonly direction: Direction;
  /** The pairs that are compared already, or just now: a schema may hold itself, and many share one. */
  readonly compared: Set<string>;
}

/** What the schema now takes, beside what it took. */
export type Variation = 'widened' | 'narrowed' | 'changed';

/** Notes that a schema takes more, less or something else. */
export function vary(scope: SchemaScope, variation: Variation, path: readonly string[], text: string): void {
  note(scope, `${scope.direction}-${variation}`, path, text);
}

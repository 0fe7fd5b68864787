import type { Node } from '../documents/node.ts';
import { type Direction, note, type Scope } from '../model/scope.ts';
import type { Schema } from './schema.ts';

/** A pair of schemas is compared within it. */
export interface SchemaScope extends Scope {
  readonly direction: Direction;
  /** The pairs that are compared already, or just now: a schema may hold itself, and many share one. */
  readonly compared: Set<string>;
  readonly inside: Inside;
  /** The members are headers, whose names are the same in any case. */
  readonly areHeaders?: boolean;
}

/** Compares what stands inside a schema, which is a schema again. */
export interface Inside {
  /** Schemas that must all be kept with others that must all be kept. */
  nodes(before: readonly Node[], after: readonly Node[], scope: SchemaScope, path?: readonly string[]): void;
  /** Two schemas that are already taken apart. */
  schemas(before: Schema, after: Schema, scope: SchemaScope): void;
}

/** What the schema now takes, beside what it took. */
export type Variation = 'widened' | 'narrowed' | 'changed';

/** Notes that a schema takes more, less or something else. */
export function vary(scope: SchemaScope, variation: Variation, path: readonly string[], text: string): void {
  note(scope, `${scope.direction}-${variation}`, path, text);
}

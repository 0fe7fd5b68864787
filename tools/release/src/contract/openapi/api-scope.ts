import type { Node } from '../documents/node.ts';
import type { Direction, Scope } from '../model/scope.ts';
import { compareSchema } from '../schemas/compare-schemas.ts';

/** What the comparison of one OpenAPI document has at hand. */
export interface ApiScope extends Scope {
  /** The pairs of schemas that were compared already, in each direction. */
  readonly compared: Readonly<Record<Direction, Set<string>>>;
}

/** Compares a schema of this document. */
export function compareSchemaOf(before: Node, after: Node, scope: ApiScope, direction: Direction): void {
  compareSchema(
    before,
    after,
    { changes: scope.changes, area: scope.area, part: scope.part, subject: scope.subject },
    direction,
    scope.compared[direction],
  );
}

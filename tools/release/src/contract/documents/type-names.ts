import { note, type Scope } from '../model/scope.ts';
import type { Node } from './node.ts';

/** Generated code exports each schema under its name, so a name that goes is a type that goes. What it holds is compared where it is used. */
export function compareTypeNames(before: Node, after: Node, scope: Scope): void {
  for (const name of before.keys()) {
    if (!after.at(name).exists)
      note(scope, 'type-name-removed', after.at(name).path, `the schema ${name} no longer exists under this name`);
  }
}

import { compareDialect } from '../documents/dialect.ts';
import { compareMembers, passOver } from '../documents/members.ts';
import type { Node } from '../documents/node.ts';
import { INFO, NOTES } from '../documents/notes.ts';
import { compareTypeNames } from '../documents/type-names.ts';
import type { Change } from '../model/change.ts';
import type { ApiScope } from './api-scope.ts';
import { compareOperations } from './operations.ts';
import { compareSchemes } from './security.ts';
import { compareServers } from './servers.ts';

/** Compares two bundled OpenAPI documents. */
export function compareOpenApi(part: string, before: Node, after: Node): readonly Change[] {
  const scope: ApiScope = { changes: [], area: 'api', part, subject: '', compared: { request: new Set(), answer: new Set() } };
  compareMembers(
    before,
    after,
    {
      ...NOTES,
      openapi: compareDialect,
      info: (was, is) => compareMembers(was, is, INFO, scope),
      servers: compareServers,
      // Each operation is compared with the security that holds for it.
      security: passOver,
      paths: () => compareOperations(before, after, scope),
      components: compareComponents,
    },
    scope,
  );
  return scope.changes;

  function compareComponents(was: Node, is: Node): void {
    compareSchemes(was.at('securitySchemes'), is.at('securitySchemes'), scope);
    // The other components are compared where they are referred to.
    compareTypeNames(was.at('schemas'), is.at('schemas'), scope);
  }
}

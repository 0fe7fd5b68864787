import type { UserContext } from '@redocly/openapi-core';
import { markOf, ownMarks } from '../mark.ts';
import { follow, isNode, type Node, report, type Visit, visit } from '../visitor.ts';

/**
 * Every member of an object says what it means there, and where that comes from. A schema that several members refer to cannot say it for
 * them: `imposta` and `totale` are both an Importo. A schema with the name of the member can, since it is made for that member. What can be
 * one value alone says enough.
 */
export function describesMembers(): { Schema: Visit } {
  return {
    Schema: visit((node, context) => {
      for (const [name, member] of Object.entries(isNode(node.properties) ? node.properties : {})) {
        if (!isNode(member) || isMadeFor(name, member, context)) continue;
        if (typeof member.description !== 'string' && member.const === undefined)
          report(context, `${name} does not say what it means. Add a description.`, 'properties', name);
        if (member.$ref !== undefined && !hasOrigin(name, member, context))
          report(context, `${name} does not say where it comes from. Add x-clause or x-chosen beside $ref.`, 'properties', name);
      }
    }),
  };
}

function isMadeFor(name: string, member: Node, context: UserContext): boolean {
  return member.$ref !== undefined && follow(member, context)?.title === name;
}

/** A clause around a member does not say that the member is stated too; a decision covers all that stands inside. */
function hasOrigin(name: string, member: Node, { location }: UserContext): boolean {
  return ownMarks(member).length > 0 || markOf(location.child(['properties', name]))?.kind === 'x-chosen';
}

import { ownMarks } from '../mark.ts';
import { isNode, type Node, nodeOf, nodesOf, report, type Visit, visit } from '../visitor.ts';

/**
 * An operation asks for all that its document asks for. One that asks for less says so with `x-chosen: { security: D-07 }`; an operation
 * needs no such decision in a document that asks for nothing as a whole, and then each operation has to ask for something.
 */
export function secured(): { Root: Visit; Operation: Visit } {
  let demanded: ReadonlySet<string> = new Set();
  return {
    Root: visit((node) => {
      demanded = new Set(demandsOf(node.security).flatMap((alternative) => [...alternative]));
    }),
    Operation: visit((node, context) => {
      if (!isNode(node.responses)) return;
      if (hasDecision(node)) return;
      if (node.security === undefined) {
        if (demanded.size === 0) report(context, `${String(node.operationId)} asks nobody who he is. ${ADVICE}`, 'operationId');
        return;
      }
      for (const fault of faultsOf(node, demanded)) report(context, fault, 'security');
    }),
  };
}

const ADVICE = 'Add security, or name the decision that lets anybody in: x-chosen: { security: D-07 }.';

function hasDecision(node: Node): boolean {
  return ownMarks(node).some(({ kind, keyword }) => kind === 'x-chosen' && keyword === 'security');
}

function faultsOf({ operationId, security }: Node, demanded: ReadonlySet<string>): readonly string[] {
  const alternatives = demandsOf(security);
  if (alternatives.length === 0 || alternatives.some((schemes) => schemes.size === 0))
    return [`${String(operationId)} lets anybody in. ${ADVICE}`];
  const missing = [...demanded].filter((scheme) => alternatives.some((schemes) => !schemes.has(scheme)));
  return missing.length === 0
    ? []
    : [
        `${String(operationId)} does not ask for ${missing.join(', ')}, as its document does. ${ADVICE.replace('security,', 'what is missing,').replace('lets anybody in', 'asks for less')}`,
      ];
}

/** The alternatives, each with the schemes that it asks for together. */
function demandsOf(security: unknown): readonly ReadonlySet<string>[] {
  return nodesOf(security).map((alternative) => new Set(Object.keys(nodeOf(alternative))));
}

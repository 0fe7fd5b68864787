import { isNode, report, type Visit, visit } from '../visitor.ts';

const KINDS = ['list', 'create', 'read', 'update', 'delete', 'act'];

/** Every operation but authenticate says what it does with the objects of which resource: the conformance suite calls it by that. */
export function saysWhatItDoes(): { Operation: Visit } {
  return {
    Operation: visit((node, context) => {
      // Nobody has a token yet who asks for one; an AsyncAPI operation has no operationId.
      if (typeof node.operationId !== 'string' || node.operationId === 'authenticate') return;
      const mark = node['x-does'];
      const kinds = isNode(mark) ? KINDS.filter((kind) => typeof mark[kind] === 'string') : [];
      if (kinds.length === 1) return;
      report(context, `x-does must name one of ${KINDS.join(', ')}, with its resource: x-does: { list: articolo }.`, 'x-does');
    }),
  };
}

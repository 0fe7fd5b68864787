import { note } from '../model/scope.ts';
import type { Compare } from './members.ts';
import type { Node } from './node.ts';

/** `x-rules`: which rules bind an operation or a message. The register says what becomes of a rule itself. */
export const compareBoundRules: Compare = (before, after, scope) => {
  const [was, is] = [idsOf(before), idsOf(after)];
  const come = is.filter((id) => !was.includes(id));
  const gone = was.filter((id) => !is.includes(id));
  if (come.length > 0) note({ ...scope, area: 'rules' }, 'service-rule-added', after.path, `is bound by ${come.join(', ')} too`);
  if (gone.length > 0) note({ ...scope, area: 'rules' }, 'service-rule-removed', after.path, `is no longer bound by ${gone.join(', ')}`);
};

function idsOf(node: Node): readonly string[] {
  return node.items().map(({ value }) => String(value));
}

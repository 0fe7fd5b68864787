import { report, type Visit, visit } from '../visitor.ts';

/** Which rules bind an operation or a message is computed from the selectors of `rules/`; the build writes it into the bundles. */
export function leavesBindings(): { Operation: Visit; Message: Visit } {
  const check = visit((node, context) => {
    if ('x-rules' in node)
      report(context, 'x-rules is computed from the selectors of rules/. Remove it, and correct binds there.', 'x-rules');
  });
  return { Operation: check, Message: check };
}

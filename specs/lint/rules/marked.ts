import type { UserContext } from '@redocly/openapi-core';
import { type Contract, isClause } from '../contract.ts';
import { type Mark, markOf, ownMark } from '../mark.ts';
import { report, type Visit } from '../visitor.ts';

type Marked = Record<'Operation' | 'Parameter' | 'Response' | 'Header' | 'SecurityScheme' | 'Schema' | 'Message' | 'Channel', Visit>;

/**
 * Nothing stands unmarked: an operation, parameter, response, header, schema or message is covered by the clause that states it or by
 * the decision that chose it, and both exist. A refusal carries a mark of its own, since the source names few statuses.
 */
export function marked(contract: Contract): Marked {
  const covered: Visit = (node, context) => {
    for (const mark of ownMark(node)) checkMark(mark, contract, context);
    if (markOf(context.location)) return;
    report(
      context,
      'Nothing says whether this is stated or chosen. Add x-clause with the clause of the source, or x-chosen with the decision.',
    );
  };
  const response: Visit = (node, context) => {
    covered(node, context);
    if (/^[45]/.test(String(context.key)) && ownMark(node).length === 0) {
      report(context, 'A refusal has no mark of its own. Add x-clause if the source names this status here, or x-chosen.');
    }
  };
  return {
    Operation: covered,
    Parameter: covered,
    Response: response,
    Header: covered,
    SecurityScheme: covered,
    Schema: covered,
    Message: covered,
    Channel: covered,
  };
}

function checkMark({ kind, value }: Mark, { sections, decisions }: Contract, context: UserContext): void {
  if (kind === 'x-clause' && !isClause(value, sections)) {
    report(context, `"${value}" begins with no heading of sections.yaml. Write the heading, a colon and the item.`, kind);
  }
  if (kind === 'x-chosen' && !decisions.has(value)) {
    report(context, `${value} has no file in decisions/. Write the decision down, or name the right one.`, kind);
  }
}

import type { UserContext } from '@redocly/openapi-core';
import { type Contract, isClause } from '../contract.ts';
import { type Mark, markOf, ownMarks } from '../mark.ts';
import { isNode, report, type Visit } from '../visitor.ts';

type Marked = Record<'Operation' | 'Parameter' | 'Response' | 'Header' | 'SecurityScheme' | 'Schema' | 'Message' | 'Channel', Visit>;

/**
 * Nothing is unmarked: everything is covered by the clause that states it or by the decision that chose it, and both exist.
 *
 * A decision covers all that stands inside what it chose. A clause does not: that an operation is stated says nothing of its
 * parameters and responses, nor a schema of its properties, so each of these says for itself where it comes from.
 */
export function marked(contract: Contract): Marked {
  const covered: Visit = (node, context) => {
    for (const mark of ownMarks(node)) checkMark(mark, contract, context);
    for (const fault of faultsTogether(node)) report(context, fault, 'x-chosen');
    if (!markOf(context.location)) report(context, `Nothing says whether this is stated or chosen. ${ADVICE}`);
  };
  const singly: Visit = (node, context) => {
    covered(node, context);
    if (markOf(context.location)?.kind !== 'x-clause' || wholeMarks(node).length > 0) return;
    report(context, `The clause around this does not say that it is stated too. ${ADVICE}`);
  };
  const response: Visit = (node, context) => {
    singly(node, context);
    if (!/^[45]/.test(String(context.key)) || wholeMarks(node).length > 0) return;
    report(context, `A refusal says for itself where it comes from, since the source names few. ${ADVICE}`);
  };
  const schema: Visit = (node, context) => (isProperty(context) ? singly : covered)(node, context);
  return {
    Operation: covered,
    Parameter: singly,
    Response: response,
    Header: singly,
    SecurityScheme: covered,
    Schema: schema,
    Message: covered,
    Channel: covered,
  };
}

const ADVICE = 'Add x-clause with the clause of the source, or x-chosen with the decision.';

function isProperty({ location }: UserContext): boolean {
  return /\/properties\/[^/]+\/?$/.test(location.pointer);
}

/** The marks of a node that speak of all of it. */
function wholeMarks(node: unknown): readonly Mark[] {
  return ownMarks(node).filter(({ keyword }) => keyword === undefined);
}

/** What the source states and what we chose may meet in one node: then each keyword that we chose is named. */
function faultsTogether(node: unknown): readonly string[] {
  if (!isNode(node) || node['x-chosen'] === undefined) return [];
  const { 'x-clause': clause, 'x-chosen': chosen } = node;
  if (!isNode(chosen))
    return clause === undefined ? [] : ['Both stated and chosen. Name the keywords that we chose: x-chosen: { maxLength: D-06 }.'];
  const missing = Object.keys(chosen).filter((keyword) => node[keyword] === undefined);
  const faults = missing.map((keyword) => `x-chosen names ${keyword}, which is not here. Remove it.`);
  return clause === undefined
    ? [...faults, 'x-chosen names keywords, and nothing states the rest. Add x-clause, or name the decision alone.']
    : faults;
}

function checkMark({ kind, value }: Mark, { sections, decisions }: Contract, context: UserContext): void {
  if (kind === 'x-clause' && !isClause(value, sections)) {
    report(context, `"${value}" names no item of sections.yaml. Write the heading, a colon and the item.`, kind);
  }
  if (kind === 'x-chosen' && !decisions.has(value)) {
    report(context, `${value} has no file in decisions/. Write the decision down, or name the right one.`, kind);
  }
}

import { parseSync } from 'oxc-parser';

/** A statement of a check that can be removed. */
export interface Statement {
  readonly line: number;
  /** Its first line. */
  readonly text: string;
  /** The file without it. */
  readonly without: string;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

/** Statements that do something. A declaration only serves others. */
const REMOVABLE = new Set(['ExpressionStatement', 'IfStatement', 'ForOfStatement', 'ForStatement', 'ThrowStatement', 'TryStatement']);

/** The statements in the functions of a file, outer ones before inner ones. */
export function statementsIn(source: string): readonly Statement[] {
  const { program, errors } = parseSync('check.ts', source);
  const [error] = errors;
  if (error !== undefined) throw new Error(`The check cannot be read: ${error.message}`);
  const nodes: Node[] = [];
  visit(program.body, nodes, false);
  return nodes.map(({ start, end }) => ({
    line: source.slice(0, start).split('\n').length,
    text: source.slice(start, end).split('\n')[0] ?? '',
    without: `${source.slice(0, start)}{}${source.slice(end)}`,
  }));
}

function visit(value: unknown, found: Node[], isInFunction: boolean): void {
  if (Array.isArray(value)) {
    for (const one of value) visit(one, found, isInFunction);
    return;
  }
  if (!isNode(value)) return;
  if (isInFunction && REMOVABLE.has(value.type)) found.push(value);
  const inside = isInFunction || value.type.includes('Function');
  for (const member of Object.values(value)) visit(member, found, inside);
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

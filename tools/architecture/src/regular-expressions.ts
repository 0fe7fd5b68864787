import { readFileSync } from 'node:fs';
import { type CallExpression, type NewExpression, parseSync, Visitor } from 'oxc-parser';
import { type Document, isScalar, LineCounter, parseDocument, visit } from 'yaml';

/** A regular expression as it is written in a file. */
export interface RegularExpression {
  /** From the root of the repository, with its line: `packages/server/src/paths.ts:30`. */
  readonly at: string;
  readonly source: string;
  readonly flags: string;
}

/** What a file says of regular expressions. */
export interface Written {
  readonly expressions: readonly RegularExpression[];
  /** Where one is made of a text that is known at run time alone. */
  readonly made: readonly string[];
}

/** The literals of a file of TypeScript or JavaScript, and what it hands to `RegExp`. @throws Error if it cannot be parsed */
export function expressionsOfCode(path: string, name: string): Written {
  const text = readFileSync(path, 'utf8');
  const { program, errors } = parseSync(path, text);
  const [error] = errors;
  if (error !== undefined) throw new Error(`${name} cannot be read: ${error.message}`);
  const expressions: RegularExpression[] = [];
  const made: string[] = [];
  const at = (offset: number): string => `${name}:${text.slice(0, offset).split('\n').length}`;
  const construct = ({ callee, arguments: given, start }: NewExpression | CallExpression): void => {
    if (callee.type !== 'Identifier' || callee.name !== 'RegExp') return;
    const [source, flags = ''] = given.map((argument) => (argument.type === 'Literal' ? argument.value : undefined));
    if (typeof source === 'string' && typeof flags === 'string') expressions.push({ at: at(start), source, flags });
    else made.push(at(start));
  };
  new Visitor({
    Literal(node) {
      if ('regex' in node) expressions.push({ at: at(node.start), source: node.regex.pattern, flags: node.regex.flags });
    },
    NewExpression: construct,
    CallExpression: construct,
  }).visit(program);
  return { expressions, made };
}

/** Every `pattern` of a document of the contract, and the values of limits that are patterns; a validator matches them as Unicode. */
export function expressionsOfContract(path: string, name: string): readonly RegularExpression[] {
  const lines = new LineCounter();
  const document: Document = parseDocument(readFileSync(path, 'utf8'), { lineCounter: lines });
  const expressions: RegularExpression[] = [];
  visit(document, {
    Map(_key, map) {
      const value = map.get('pattern', true) ?? (map.get('unit') === 'pattern' ? map.get('value', true) : undefined);
      if (!isScalar(value) || typeof value.value !== 'string') return;
      expressions.push({ at: `${name}:${lines.linePos(value.range?.[0] ?? 0).line}`, source: value.value, flags: 'u' });
    },
  });
  return expressions;
}

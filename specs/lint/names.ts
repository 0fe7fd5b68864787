import { basename } from 'node:path';
import type { Finding } from './finding.ts';
import { yamlFiles } from './registers.ts';
import { SourceFile } from './source-file.ts';
import { isNode, type Node, nodeOf, nodesOf } from './visitor.ts';

/** A name at a place, and what it becomes in code. */
interface Name {
  readonly name: string;
  readonly path: readonly string[];
  readonly as: 'key' | 'method' | 'argument';
}

/** Every object has these already: `{}` seems to have a member constructor, and __proto__ is not kept at all. */
const INHERITED: ReadonlySet<string> = new Set(Object.getOwnPropertyNames(Object.prototype));
/** JavaScript calls a method of such a name by itself: `await` calls then. */
const CALLED: ReadonlySet<string> = new Set(['then', 'toJSON']);
/** No variable can have such a name. */
const RESERVED: ReadonlySet<string> = new Set(
  [
    ['arguments', 'await', 'break', 'case', 'catch', 'class', 'const', 'continue', 'debugger', 'default', 'delete', 'do', 'else', 'enum'],
    [
      'eval',
      'export',
      'extends',
      'false',
      'finally',
      'for',
      'function',
      'if',
      'implements',
      'import',
      'in',
      'instanceof',
      'interface',
      'let',
    ],
    ['new', 'null', 'package', 'private', 'protected', 'public', 'return', 'static', 'super', 'switch', 'this', 'throw', 'true', 'try'],
    ['typeof', 'var', 'void', 'while', 'with', 'yield'],
  ].flat(),
);

/** No name of the contract is one that JavaScript has already, wherever it becomes a member, a method or an argument of generated code. */
export function checkNames(folder: string): readonly Finding[] {
  const documents = ['asyncapi', 'openapi', 'schemas'].flatMap((name) => yamlFiles(folder, name));
  const limits = new SourceFile(folder, 'limits.yaml');
  const problems = new SourceFile(folder, 'problems.yaml');
  const keys = (names: readonly (readonly [string, string])[]): readonly Name[] =>
    names.map(([name, step]) => ({ name, path: [step], as: 'key' }));
  return [
    ...documents.flatMap((name) => {
      const file = new SourceFile(folder, name);
      const component: Name = { name: basename(name, '.yaml'), path: [], as: 'key' };
      return findings(file, [component, ...namesIn(file.content, [])]);
    }),
    ...findings(limits, keys(Object.keys(nodeOf(limits.content)).map((name) => [name, name]))),
    ...findings(problems, keys(nodesOf(problems.content).map(({ code }, index) => [String(code), String(index)]))),
  ];
}

function findings(file: SourceFile, names: readonly Name[]): readonly Finding[] {
  return names.flatMap(({ name, path, as }) => {
    const why = whyNot(name, as);
    return why === undefined ? [] : [{ where: file.at(...path), message: `Nothing can be called ${name}: ${why}. Choose another name.` }];
  });
}

function whyNot(name: string, as: Name['as']): string | undefined {
  if (INHERITED.has(name)) return 'every object of JavaScript has a member of that name';
  if (as === 'method' && CALLED.has(name)) return 'JavaScript calls methods of that name by itself';
  return as === 'argument' && RESERVED.has(name) ? 'it is a word of JavaScript, and no argument of a method' : undefined;
}

/** Names of members, headers, parameters, components, operations, resources and event types. */
function namesIn(value: unknown, path: readonly string[]): readonly Name[] {
  if (Array.isArray(value)) return value.flatMap((entry, index) => namesIn(entry, [...path, String(index)]));
  if (!isNode(value)) return [];
  const own = [...keyNames(value, path), ...parameterNames(value, path), ...operationNames(value, path)];
  const inside = Object.entries(value).filter(([name]) => name !== 'example' && name !== 'examples');
  return [...own, ...inside.flatMap(([name, member]) => namesIn(member, [...path, name]))];
}

function keyNames(node: Node, path: readonly string[]): readonly Name[] {
  return ['properties', 'headers', 'schemas', 'parameters', 'responses', 'messages'].flatMap((holder) =>
    Object.keys(nodeOf(node[holder])).map((name): Name => ({ name, path: [...path, holder, name], as: 'key' })),
  );
}

function parameterNames(node: Node, path: readonly string[]): readonly Name[] {
  if (typeof node.name !== 'string' || typeof node.in !== 'string') return [];
  return [{ name: node.name, path: [...path, 'name'], as: node.in === 'path' ? 'argument' : 'key' }];
}

/** `listArticolo` becomes `articolo.list`; a resource and the object of an event type become keys too, in lower case. */
function operationNames(node: Node, path: readonly string[]): readonly Name[] {
  const { operationId: id, 'x-fires': fires, 'x-does': does } = node;
  const named = (name: string, mark: string): Name => ({ name, path: [...path, mark], as: 'method' });
  const parts = typeof id === 'string' ? [id, /^[a-z]+/.exec(id)?.[0] ?? '', lowerFirst(id.replace(/^[a-z]+/, ''))] : [];
  return [
    ...[...new Set(parts)].map((name) => named(name, 'operationId')),
    ...(typeof fires === 'string' ? [named(lowerFirst(fires.split('.')[0] ?? ''), 'x-fires')] : []),
    ...Object.values(nodeOf(does)).map((resource) => named(lowerFirst(String(resource)), 'x-does')),
  ];
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

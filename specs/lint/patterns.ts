import type { Finding } from './finding.ts';
import { yamlFiles } from './registers.ts';
import { SourceFile } from './source-file.ts';
import { isNode, nodeOf } from './visitor.ts';

/**
 * What a pattern is made of: signs, groups and classes without more, counts below 1,000, and of the escapes those of signs and `\xHH`. Not `\d` and
 * `\w`, which are more than ASCII for some, nor the point and halves of surrogate pairs: the ends of lines that a point leaves out differ, and
 * only ECMAScript has such halves.
 */
const PORTABLE =
  /^(?:[^\\[\]{}.]|\\[\\/.*+?()[\]{}|^$]|\\x[0-7][0-9a-f]|\[\^?(?:[^\\[\]^]|\\[\\\]^-]|\\x[0-7][0-9a-f])+\]|\{[0-9]{1,3}(?:,[0-9]{0,3})?\})*$/;
/** Look-around and named groups, and what combines classes in Rust. */
const FOREIGN = ['(?', '&&', '--', '~~'];

/** Patterns keep to what ECMAScript, RE2, Rust and Python read alike: generators hand them to the engine of their language. */
export function checkPatterns(folder: string): readonly Finding[] {
  const limits = new SourceFile(folder, 'limits.yaml');
  const ofLimits = Object.entries(nodeOf(limits.content)).flatMap(([name, row]) =>
    nodeOf(row).unit === 'pattern' ? findings(limits, nodeOf(row).value, [name, 'value']) : [],
  );
  const documents = ['asyncapi', 'openapi', 'schemas']
    .flatMap((name) => yamlFiles(folder, name))
    .map((name) => new SourceFile(folder, name));
  return [...ofLimits, ...documents.flatMap((file) => findingsIn(file, file.content, []))];
}

function findingsIn(file: SourceFile, value: unknown, path: readonly string[]): readonly Finding[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = isNode(value) ? findings(file, value.pattern, [...path, 'pattern']) : [];
  return [...own, ...Object.entries(value).flatMap(([name, member]) => findingsIn(file, member, [...path, name]))];
}

function findings(file: SourceFile, pattern: unknown, path: readonly string[]): readonly Finding[] {
  if (typeof pattern !== 'string' || isPortable(pattern)) return [];
  const message = `Not every language reads ${pattern} alike. Keep to signs, classes, groups, counts and \\xHH; no look-around, bare point, \\u, \\d or \\w.`;
  return [{ where: file.at(...path), message }];
}

function isPortable(pattern: string): boolean {
  const plain = pattern.replaceAll('(?:', '(');
  return PORTABLE.test(plain) && !FOREIGN.some((sign) => plain.includes(sign));
}

import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { isMap, isScalar, isSeq, LineCounter, parseDocument, type Node as YamlNode } from 'yaml';
import type { Change } from '../model/change.ts';
import { DOCUMENTS } from '../model/contract.ts';
import { filesOf, REGISTERS } from './registers.ts';

/** A line of a source file. */
export interface SourceLine {
  /** Relative to the root of the repository. */
  readonly file: string;
  readonly line: number;
}

interface SourceFile {
  readonly path: string;
  readonly content: unknown;
  readonly lines: LineCounter;
}

/** Finds the lines of the sources that the bundles were made of. It keeps the files that it has read. */
export class SourceLocator {
  readonly #root: string;
  readonly #files = new Map<string, SourceFile>();

  constructor(root: string) {
    this.#root = root;
  }

  /** Where a change is to be seen; of what is removed, where it was inside of. */
  locate({ part, path }: Pick<Change, 'part' | 'path'>): SourceLine {
    const specs = join(this.#root, 'specs');
    const document = DOCUMENTS.find((name) => name === part);
    if (document) return this.#follow(this.#read(join(specs, `${document}.yaml`)), path);
    const register = REGISTERS.find((name) => name === part);
    if (register)
      return this.#locateRow(
        filesOf(specs, register).map((file) => this.#read(join(specs, file))),
        path,
      );
    const file = join(specs, 'examples', ...path.slice(0, 1));
    return { file: relative(this.#root, file), line: 1 };
  }

  /** The rows of several files are counted through, in the order of the files. */
  #locateRow(files: readonly SourceFile[], [index, ...inside]: readonly string[]): SourceLine {
    let row = Number(index);
    for (const file of files) {
      if (!isSeq(file.content) || index === undefined) return this.#follow(file, index === undefined ? [] : [index, ...inside]);
      if (row < file.content.items.length) return this.#follow(file, [String(row), ...inside]);
      row -= file.content.items.length;
    }
    return { file: 'specs', line: 1 };
  }

  /** Goes along member names, through references into other files, as far as there is something. */
  #follow(file: SourceFile, path: readonly string[]): SourceLine {
    let place = { file, node: file.content, line: 1 };
    for (const key of path) {
      place = this.#resolve(place);
      const next = step(place.file, place.node, key);
      if (!next) break;
      place = { file: place.file, ...next };
    }
    return { file: relative(this.#root, place.file.path), line: place.line };
  }

  /** What a reference leads to; an inline value leads to itself. */
  #resolve(place: { file: SourceFile; node: unknown; line: number }): { file: SourceFile; node: unknown; line: number } {
    const reference = isMap(place.node) ? place.node.get('$ref') : undefined;
    if (typeof reference !== 'string') return place;
    const [name = '', pointer = ''] = reference.split('#');
    const path = name === '' ? place.file.path : join(dirname(place.file.path), name);
    if (!existsSync(path)) return place;
    const file = this.#read(path);
    let found: { node: unknown; line: number } = { node: file.content, line: 1 };
    for (const key of pointer.split('/').slice(1)) {
      found = step(file, found.node, decodeURIComponent(key).replaceAll('~1', '/').replaceAll('~0', '~')) ?? found;
    }
    return this.#resolve({ file, ...found });
  }

  #read(path: string): SourceFile {
    const known = this.#files.get(path);
    if (known) return known;
    const lines = new LineCounter();
    const content = parseDocument(readFileSync(path, 'utf8'), { lineCounter: lines }).contents;
    const file = { path, content, lines };
    this.#files.set(path, file);
    return file;
  }
}

function step(file: SourceFile, node: unknown, key: string): { node: unknown; line: number } | undefined {
  if (isSeq(node)) return at(file, node.items[Number(key)]);
  if (!isMap(node)) return undefined;
  const pair = node.items.find((item) => isScalar(item.key) && String(item.key.value) === key);
  return pair && { node: pair.value, line: lineOf(file, pair.key) };
}

function at(file: SourceFile, node: unknown): { node: unknown; line: number } | undefined {
  return node === undefined ? undefined : { node, line: lineOf(file, node) };
}

function lineOf({ lines }: SourceFile, node: unknown): number {
  const start = (node as YamlNode | undefined)?.range?.[0];
  return start === undefined ? 1 : lines.linePos(start).line;
}

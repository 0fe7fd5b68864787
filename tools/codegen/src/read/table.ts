import { readFile } from 'node:fs/promises';
import { type Document, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument, type Scalar } from 'yaml';
import type { Position, SpecsFolder } from './specs-folder.ts';

/** One row of a YAML table, with its place. */
export interface Row {
  readonly at: Position;
  readonly cells: Readonly<Record<string, unknown>>;
}

/**
 * Reads a YAML file that is a list of rows (problems.yaml, a family of rules), each with a member that names it.
 *
 * @throws {CodegenError} `broken-document` for a missing file, a syntax error, a row without a name and a name that is used twice
 */
export async function readTable(folder: SpecsFolder, file: string, key: string): Promise<readonly Row[]> {
  const { document, at } = await readYaml(folder, file);
  if (!isSeq<Node>(document.contents)) throw folder.broken(at(0), 'the document must be a list of rows.');
  const rows = document.contents.items.map((item): Row => {
    const row = { at: at(item.range?.[0] ?? 0), cells: item.toJS(document) };
    if (!isMap(item) || !isScalar(item.get(key, true))) throw folder.broken(row.at, `the row has no ${key}.`);
    return row;
  });
  refuseTwins(folder, rows, key);
  return rows;
}

/**
 * Reads a YAML file whose members are rows (limits.yaml), each named by its key, so that a reference can lead to it.
 *
 * @throws {CodegenError} `broken-document` for a missing file, a syntax error, a name that is used twice and a row without members
 */
export async function readNamedRows(folder: SpecsFolder, file: string): Promise<ReadonlyMap<string, Row>> {
  const { document, at } = await readYaml(folder, file);
  if (!isMap<Scalar, Node>(document.contents)) throw folder.broken(at(0), 'the document must have a member for each row.');
  const rows = document.contents.items.map(({ key, value }): [string, Row] => {
    const place = at(key.range?.[0] ?? 0);
    if (!isMap(value)) throw folder.broken(place, `${String(key.value)} has no members.`);
    return [String(key.value), { at: place, cells: value.toJS(document) }];
  });
  return new Map(rows);
}

interface ParsedYaml {
  readonly document: Document.Parsed;
  /** The place of an offset in the file. */
  readonly at: (offset: number) => Position;
}

async function readYaml(folder: SpecsFolder, file: string): Promise<ParsedYaml> {
  const path = folder.path(file);
  const lines = new LineCounter();
  const document = parseDocument(await readText(folder, path), { lineCounter: lines });
  const at = (offset: number): Position => ({ file: path, line: Math.max(1, lines.linePos(offset).line) });
  const [syntax] = document.errors;
  if (syntax) throw folder.broken(at(syntax.pos[0]), `the YAML is not well-formed: ${firstLine(syntax.message)}`);
  return { document, at };
}

async function readText(folder: SpecsFolder, path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch {
    throw folder.broken({ file: path, line: 1 }, 'the document is missing or cannot be read.');
  }
}

/** @throws {CodegenError} `broken-document` for a name that two rows have */
export function refuseTwins(folder: SpecsFolder, rows: readonly Row[], key: string): void {
  const seen = new Set<unknown>();
  for (const { at, cells } of rows) {
    if (seen.has(cells[key])) throw folder.broken(at, `the ${key} ${String(cells[key])} is there twice.`);
    seen.add(cells[key]);
  }
}

function firstLine(text: string): string {
  return (text.split('\n')[0] ?? '').replace(/[:.]$/, '.');
}

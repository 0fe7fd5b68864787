import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { SourceFile } from '../source-file.ts';
import { isNode } from '../visitor.ts';

/** One exchange with an operation, as an example shows it. */
export interface Exchange {
  readonly request: {
    readonly parameters?: Readonly<Record<string, unknown>>;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: unknown;
  };
  readonly response: { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: unknown };
}

/** An example with the file that it stands in. */
export interface ExchangeFile {
  readonly file: string;
  readonly exchange: Exchange;
}

/** The examples of an operation, none when its folder is missing. */
export function exchangesOf(examples: string, operationId: string): readonly ExchangeFile[] {
  return casesOf(examples, operationId).map((file) => ({ file, exchange: readJson(file) }));
}

/** The files of one folder of examples, in the order of their names. */
export function casesOf(examples: string, folder: string): readonly string[] {
  const path = join(examples, folder);
  if (!existsSync(path)) return [];
  const files = readdirSync(path).filter((file) => file.endsWith('.json'));
  return files.sort().map((file) => join(path, file));
}

/** A JSON file. */
export function readJson<Value>(file: string): Value {
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** The part of an example that a JSON pointer names; undefined when there is none. */
export function partOf(example: unknown, pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .reduce((value: unknown, member) => (isNode(value) ? value[member] : undefined), example);
}

/** File and line, relative to the folder of the contract, of what stands in an example. */
export function exampleLine(file: string, path: readonly string[]): string {
  const folder = join(file, '../../..');
  return new SourceFile(folder, relative(folder, file)).at(...path);
}

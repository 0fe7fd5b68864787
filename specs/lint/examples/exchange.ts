import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

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

import { companyResources, configResources } from '../generated/methods/resources.ts';
import type { Promised } from '../pipeline/answer-body.ts';

/** An operation of the contract, from its row in the tables. */
export interface Row {
  readonly method: string;
  readonly path: string;
  /** Whether the call has a `body` or a `query`, the answer is a `list` or `text`. */
  readonly kind: string | undefined;
  /** The names of the query; of a body, those that are written otherwise than they are read. */
  readonly names: readonly string[];
}

export function parseRow(cell: string): Row {
  const [method = '', path = '', kind, ...names] = cell.split(' ');
  return { method, path, kind, names };
}

/** What the contract promises as the body of a success of this operation. */
export function promisedBody({ method, kind }: Pick<Row, 'method' | 'kind'>): Promised {
  if (method === 'DELETE') return 'nothing';
  if (kind === 'list') return 'a list';
  return kind === 'text' ? 'XML' : 'an object';
}

/** The same for a call by path, which is a path of the contract, or a filled one behind any base; undefined for other paths. */
export function promisedAt(method: string, path: string): Promised | undefined {
  const given = path.split('/');
  const row = rows.find((one) => one.method === method && isPathOf(one.path.split('/').slice(1), given));
  return row && promisedBody(row);
}

const rows: readonly Row[] = [companyResources, configResources].flatMap((table) =>
  Object.values(table).flatMap((cells: Readonly<Record<string, string>>) => Object.values(cells).map(parseRow)),
);

function isPathOf(pattern: readonly string[], given: readonly string[]): boolean {
  const end = given.slice(-pattern.length);
  return end.length === pattern.length && pattern.every((part, index) => part === end[index] || part.startsWith('{'));
}

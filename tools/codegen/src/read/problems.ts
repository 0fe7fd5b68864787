import type { SpecsFolder } from './specs-folder.ts';
import { type Row, readTable } from './table.ts';

/** One entry of the error registry. */
export interface Problem {
  readonly code: string;
  readonly status: number;
  readonly title: string;
  /** Whether the same request may succeed later. */
  readonly retryable: boolean;
  /** Who answers it: the contract pipeline, or a handler of an operation. */
  readonly raisedBy: 'pipeline' | 'handler';
}

/** The error registry of problems.yaml. */
export async function readProblems(folder: SpecsFolder): Promise<readonly Problem[]> {
  const rows = await readTable(folder, 'problems.yaml', 'code');
  return rows.map((row) => parseProblem(folder, row));
}

function parseProblem(folder: SpecsFolder, { at, cells }: Row): Problem {
  const { code, status, title, retryable, raisedBy } = cells;
  const name = String(code);
  if (typeof status !== 'number' || status < 400 || status > 599) throw folder.broken(at, `the status of ${name} must be from 400 to 599.`);
  if (typeof title !== 'string' || typeof retryable !== 'boolean')
    throw folder.broken(at, `${name} needs a title and retryable (true or false).`);
  if (raisedBy !== 'pipeline' && raisedBy !== 'handler') throw folder.broken(at, `raisedBy of ${name} must be pipeline or handler.`);
  return { code: name, status, title, retryable, raisedBy };
}

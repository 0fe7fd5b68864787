import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { REPOSITORY_FOLDER } from '../../src/repository.ts';

/** One step of a job, or of a composite action. */
export interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
}

export interface Job {
  readonly uses?: string;
  readonly permissions?: Readonly<Record<string, 'read' | 'write'>>;
  readonly 'timeout-minutes'?: number;
  readonly steps?: readonly Step[];
}

/** A workflow of this repository, or a text that could be one. */
export interface Workflow {
  readonly file: string;
  readonly text: string;
  readonly permissions: unknown;
  readonly jobs: ReadonlyMap<string, Job>;
}

export function parseWorkflow(file: string, text: string): Workflow {
  const { permissions, jobs }: { permissions: unknown; jobs: Record<string, Job> } = parse(text);
  return { file, text, permissions, jobs: new Map(Object.entries(jobs)) };
}

export const workflows: readonly Workflow[] = globSync('.github/workflows/*', { cwd: REPOSITORY_FOLDER })
  .sort()
  .map((file) => parseWorkflow(file, readFileSync(join(REPOSITORY_FOLDER, file), 'utf8')));

import { createHash } from 'node:crypto';
import { runOrFail } from '../run-command.ts';
import type { Part } from './parts.ts';
import { PASSED_FILE } from './passed-parts.ts';

/** The hash of the names and contents of all files that a part depends on, as they are in the commit that is checked out. */
export async function hashOfInputs({ inputs }: Part, root: string): Promise<string> {
  const files = await runOrFail('git', ['ls-files', '--stage', '--', ...inputs], { cwd: root });
  return createHash('sha256').update(files).digest('hex');
}

/**
 * Whether files differ from the commit that is checked out: then the hash of a part does not say what was tested. The note of what passed is
 * an input of nothing.
 */
export async function isEdited(root: string): Promise<boolean> {
  return (await runOrFail('git', ['status', '--porcelain', '--', '.', `:(exclude)${PASSED_FILE}`], { cwd: root })) !== '';
}

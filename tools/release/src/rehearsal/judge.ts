import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ReleaseError } from '../release-error.ts';
import type { UserProject } from './user-project.ts';

/** What the installed suite counted. */
export interface Judged {
  readonly pass: number;
  readonly skip: number;
}

/**
 * Judges a running service by the installed suite, at the budget that is soon done: what is tried here is whether the suite runs as it is installed.
 *
 * @throws {ReleaseError} with code `command-failed` unless it says that the service conforms, `rehearsal-failed` when it judged too little to say so
 */
export async function judge(project: UserProject, configFile: string): Promise<Judged> {
  const report = join(project.folder, 'report.json');
  await project.run('business-cloud-conformance', ['service', '--config', configFile, '--budget', 'quick', '--reporter', `json=${report}`]);
  const { summary }: { summary: Judged } = JSON.parse(await readFile(report, 'utf8'));
  if (summary.pass > summary.skip) return summary;
  throw new ReleaseError(
    'rehearsal-failed',
    `The suite passed ${summary.pass} rules and skipped ${summary.skip}: that judges next to nothing.`,
  );
}

import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Difference } from '../differences/difference.ts';
import type { Bump } from '../model/effect.ts';
import { readChangesetFiles, unreadable } from './changeset-files.ts';

/** The ending of the file beside a changeset that names the differences which it answers for. */
export const DIFFERENCES_ENDING = '.differences';

/** A changeset with the differences that it answers for. */
export interface Answers {
  /** Below the root of the repository. */
  readonly file: string;
  /** What it says, by the name of the package. */
  readonly releases: ReadonlyMap<string, Bump>;
  /** The names of the differences, each with the reason that it gives. */
  readonly reasons: ReadonlyMap<string, string | undefined>;
}

/**
 * Reads which changesets answer for which differences.
 *
 * @throws {ReleaseError} with code `changesets-unreadable` when one cannot be read, or differences are named beside no changeset
 */
export async function readAnswers(root: string): Promise<readonly Answers[]> {
  const changesets = await readChangesetFiles(root);
  const stray = globSync(`*${DIFFERENCES_ENDING}`, { cwd: join(root, '.changeset') }).find(
    (file) => !changesets.some(({ id }) => id === basename(file, DIFFERENCES_ENDING)),
  );
  if (stray)
    throw unreadable(`.changeset/${stray} names differences, and there is no changeset of this name. Write it, or remove the file.`);
  return changesets.map(({ id, releases }) => ({
    file: `.changeset/${id}.md`,
    releases: new Map(releases.map(({ name, type }) => [name, type])),
    reasons: readDifferences(join(root, '.changeset', `${id}${DIFFERENCES_ENDING}`)),
  }));
}

const REASON = ', because: ';

/** The names in a file, each with its reason; none if there is no file. */
export function readDifferences(path: string): ReadonlyMap<string, string | undefined> {
  if (!existsSync(path)) return new Map();
  const lines = readFileSync(path, 'utf8').split('\n');
  return new Map(lines.filter((line) => line.trim() !== '').map(parseLine));
}

function parseLine(line: string): [string, string | undefined] {
  const at = line.indexOf(`)${REASON}`);
  return at < 0 ? [line.trim(), undefined] : [line.slice(0, at + 1).trim(), line.slice(at + 1 + REASON.length).trim()];
}

/** The line of a file that names a difference. */
export function lineOf(name: string, reason: string | undefined): string {
  return reason ? `${name}${REASON}${reason}` : name;
}

/** Whether a changeset answers for a difference. What leaves without notice needs a reason. */
export function isAnsweredBy(difference: Difference, { reasons }: Answers): boolean {
  return needsReason(difference) ? Boolean(reasons.get(difference.name)) : reasons.has(difference.name);
}

/** Nothing leaves before its sunset, but for a reason (D-19). */
export function needsReason({ kind }: Difference): boolean {
  return kind === 'operation-removed-early';
}

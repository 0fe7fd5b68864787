import { createHash } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { publishedPackages } from '../../repository.ts';
import { DIFFERENCES_ENDING, lineOf, needsReason, readDifferences } from '../changesets/answers.ts';
import { requiredBumps } from '../changesets/required-bumps.ts';
import { sentenceOf, sorted } from '../differences/described.ts';
import { distinct } from '../differences/difference.ts';
import type { ContractCheck } from './check-contract.ts';

/** What a changeset is to be called, and why something leaves that was never deprecated; either may be open. */
export interface ChangesetRequest {
  readonly name: string | undefined;
  readonly reason: string | undefined;
}

/**
 * Writes a changeset that answers for every difference which nobody has answered for. Beside one that is there, it only names them: what
 * that one says is left to people.
 *
 * @returns the files that it wrote, below the root of the repository
 */
export function writeChangeset(root: string, check: ContractCheck, { name, reason }: ChangesetRequest): readonly string[] {
  const lines = check.unanswered.map((one) => [one.name, needsReason(one) ? reason : undefined] as const);
  const file = `.changeset/${name ?? `contract-${hashOf(lines.map(([line]) => line))}`}`;
  const path = join(root, file);
  const current = new Set(check.differences.map((one) => one.name));
  const kept = [...readDifferences(`${path}${DIFFERENCES_ENDING}`)].filter(([line]) => current.has(line));
  const named = [...new Map([...kept, ...lines])].map(([line, why]) => lineOf(line, why)).sort();
  writeFileSync(`${path}${DIFFERENCES_ENDING}`, `${named.join('\n')}\n`);
  if (existsSync(`${path}.md`)) return [`${file}${DIFFERENCES_ENDING}`];
  writeFileSync(`${path}.md`, contentOf(root, check, reason));
  return [`${file}${DIFFERENCES_ENDING}`, `${file}.md`];
}

function contentOf(root: string, { unanswered }: ContractCheck, reason: string | undefined): string {
  const bumps = requiredBumps(unanswered, publishedPackages(root)).filter(({ required }) => required !== 'none');
  const releases = bumps.map(({ name, required }) => `'${name}': ${required}`);
  const sentences = sorted(distinct(unanswered)).map(
    (one) => `- ${sentenceOf(one)}${needsReason(one) ? ` It was not deprecated first: ${reason}` : ''}`,
  );
  return `---\n${releases.join('\n')}\n---\n\n${[...new Set(sentences)].join('\n')}\n`;
}

/** The same differences give the same file. */
function hashOf(lines: readonly string[]): string {
  return createHash('sha256').update(lines.toSorted().join('\n')).digest('hex').slice(0, 8);
}

import { createHash } from 'node:crypto';
import { isTooSmall, type RequiredBump } from './required-bumps.ts';

/** A changeset to write. */
export interface Proposal {
  /** Below the root of the repository. */
  readonly file: string;
  readonly content: string;
}

/** The changeset that makes up for what the pending ones do not say. The same changes give the same file. */
export function proposeChangeset(bumps: readonly RequiredBump[], sentences: readonly string[]): Proposal {
  const releases = bumps.filter(isTooSmall).map(({ name, required }) => `'${name}': ${required}`);
  const content = `---\n${releases.join('\n')}\n---\n\n${sentences.join('\n')}\n`;
  const id = createHash('sha256').update(content).digest('hex').slice(0, 8);
  return { file: `.changeset/contract-${id}.md`, content };
}

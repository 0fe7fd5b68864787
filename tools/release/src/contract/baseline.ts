import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ReleaseError } from '../release-error.ts';
import { isMembers } from './documents/node.ts';
import { type Contract, OPTIONAL_PARTS, PARTS, type Part } from './model/contract.ts';

/** Where the contract of the last release is kept, below the root of the repository. */
export const BASELINE_FOLDER = 'specs/released';

const INDEX_FILE = 'release.json';

/** Keeps a contract as that of the last release, in place of the one before. */
export function writeBaseline(root: string, { version, parts }: Contract): void {
  const folder = join(root, BASELINE_FOLDER);
  rmSync(folder, { recursive: true, force: true });
  for (const [part, content] of parts) write(join(folder, `${part}.json`), content);
  const hashes = [...parts].map(([part, content]) => [part, hashOf(content)]);
  write(join(folder, INDEX_FILE), { version, parts: Object.fromEntries(hashes) });
}

/**
 * The contract of the last release.
 *
 * @throws {ReleaseError} with code `baseline-unreadable` when it is missing, incomplete or was edited
 */
export function readBaseline(root: string): Contract {
  const folder = join(root, BASELINE_FOLDER);
  const index = readJson(join(folder, INDEX_FILE));
  if (!isMembers(index) || typeof index.version !== 'string' || !isMembers(index.parts)) throw unreadable(join(folder, INDEX_FILE));
  const { version, parts: hashes } = index;
  const present = PARTS.filter((part) => Object.hasOwn(hashes, part) || !OPTIONAL_PARTS.includes(part));
  return { version, parts: new Map(present.map((part) => [part, readPart(folder, part, hashes[part])])) };
}

function readPart(folder: string, part: Part, hash: unknown): unknown {
  const path = join(folder, `${part}.json`);
  const content = readJson(path);
  if (hashOf(content) !== hash) throw unreadable(path);
  return content;
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    throw unreadable(path);
  }
}

function unreadable(path: string): ReleaseError {
  const what = `${path} is missing or not what the last release recorded, so nothing can be said of the changes since.`;
  return new ReleaseError('baseline-unreadable', `${what} Take it back from git: \`git checkout -- ${BASELINE_FOLDER}\`.`);
}

/** Of what it says, so that line ends and white space do not count. */
function hashOf(content: unknown): string {
  return `sha256-${createHash('sha256').update(JSON.stringify(content)).digest('base64')}`;
}

function write(path: string, content: unknown): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${JSON.stringify(content, null, 2)}\n`);
}

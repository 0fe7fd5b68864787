import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Block } from './contributing.ts';

export const REPOSITORY = join(import.meta.dirname, '../../../..');

/** Somebody with a copy of this repository, who does what a page says. */
export interface Stranger extends AsyncDisposable {
  /** Does what a block says. @throws where a command fails or a diff does not fit */
  follow(block: Block): Promise<void>;
  /** Runs a command line. Returns what it printed. @throws where it fails */
  run(command: string): Promise<string>;
  /** Whether a diff fits what is there now. @throws where it does not */
  fits(block: Block): Promise<void>;
  /** What was written by hand outside of the contract since this was asked last. */
  byHand(): Promise<readonly string[]>;
  read(file: string): string;
  /** The exports of a module of the copy. */
  load(file: string): Promise<Readonly<Record<string, unknown>>>;
}

/** The page says what `pnpm` is short for. */
const PREAMBLE = 'set -euo pipefail\npnpm() { npx -y pnpm@12 "$@"; }\n';

/** Gives a stranger a copy of the files of this repository, those that are not committed too, with all that they need installed. */
export async function createStranger(): Promise<Stranger> {
  const root = mkdtempSync(join(tmpdir(), 'stranger-'));
  const run = (command: string, input = ''): Promise<string> => runIn(root, command, input);
  const files = await runIn(REPOSITORY, 'git ls-files --cached --others --exclude-standard', '');
  for (const file of files.split('\n').filter((name) => name !== '' && existsSync(join(REPOSITORY, name)))) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    cpSync(join(REPOSITORY, file), join(root, file));
  }
  const commit = 'git add --all && git -c user.name=stranger -c user.email=stranger@localhost commit --quiet --allow-empty --message x';
  await run(`git init --quiet && ${commit} && pnpm install --frozen-lockfile --prefer-offline`);
  return {
    async follow({ language, text: content }) {
      await (language === 'diff' ? run('git apply -', content) : run(content));
    },
    run,
    async fits({ language, text: content }) {
      const command = language === 'diff' ? 'git apply --check -' : content.replaceAll('git apply', 'git apply --check');
      await run(command, content);
    },
    async byHand() {
      await run('git add --all');
      const changed = (await run('git diff --cached --name-only')).split('\n');
      await run(commit);
      return changed.filter((file) => file !== '' && !/^specs\/|^[.]changeset\/|\/src\/generated\//.test(file));
    },
    read: (file) => readFileSync(join(root, file), 'utf8'),
    load: (file) => import(join(root, file)),
    async [Symbol.asyncDispose]() {
      rmSync(root, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function runIn(cwd: string, command: string, input: string): Promise<string> {
  const child = spawn('bash', ['-c', PREAMBLE + command], { cwd, env: ownEnvironment(), stdio: ['pipe', 'pipe', 'pipe'] });
  // A command that reads nothing may end before it is handed its input.
  child.stdin.on('error', () => {}).end(input);
  const ended = new Promise<number | null>((resolve, reject) => child.once('close', resolve).once('error', reject));
  const [out, err, exitCode] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  if (exitCode !== 0) throw new Error(`It ended with exit code ${exitCode}:\n${command}\n${out}${err}`);
  return out;
}

/** Nothing of this repository, and nothing that the test runner and its package manager say to their own programs. */
function ownEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !/^(?:npm_|pnpm_|VITEST|NODE_|TEST$|INIT_CWD$)/i.test(name));
  const { PATH = '', ...others } = Object.fromEntries(kept);
  return {
    ...others,
    PATH: PATH.split(delimiter)
      .filter((folder) => !folder.startsWith(REPOSITORY))
      .join(delimiter),
  };
}

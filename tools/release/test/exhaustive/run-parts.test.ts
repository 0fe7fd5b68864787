import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Part, parts } from '../../src/exhaustive/parts.ts';
import { PASSED_FILE } from '../../src/exhaustive/passed-parts.ts';
import { runParts } from '../../src/exhaustive/run-parts.ts';
import { ReleaseError } from '../../src/release-error.ts';
import { REPOSITORY_FOLDER } from '../../src/repository.ts';
import { runOrFail } from '../../src/run-command.ts';

const STAGES: readonly (readonly Part[])[] = [
  [
    { name: 'one', script: 'first', args: ['--project', 'one'], inputs: ['one', ':(exclude,glob)**/*.md'] },
    { name: 'other', script: 'first', args: ['--project', 'other'], inputs: ['other'] },
  ],
  [{ name: 'last', script: 'second', args: [], inputs: ['one', 'other'] }],
];

let root: string;
let ran: string[];

const write = async (file: string, text: string): Promise<void> => {
  await mkdir(dirname(join(root, file)), { recursive: true });
  await writeFile(join(root, file), text);
};
const git = (...args: string[]): Promise<string> =>
  runOrFail('git', ['-c', 'user.name=t', '-c', 'user.email=t@localhost', ...args], { cwd: root });
const commit = async (): Promise<void> => {
  await git('add', '--all');
  await git('commit', '--message', 'x');
};
const run = (options: { all?: boolean; failing?: string } = {}): Promise<void> =>
  runParts({
    root,
    stages: STAGES,
    all: options.all ?? false,
    write: () => {},
    runScript: async (script, args) => {
      ran.push([script, ...args].join(' '));
      return script === options.failing ? 1 : 0;
    },
  });

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'exhaustive-'));
  ran = [];
  await git('init', '--quiet');
  await write('one/file.ts', '1');
  await write('one/page.md', 'text');
  await write('other/file.ts', '1');
  await write(PASSED_FILE, '{}');
  await commit();
});
afterEach(() => rm(root, { recursive: true, force: true }));

const ALL = ['first --project one --project other', 'second'];

describe('parts', () => {
  test('run once, until what they depend on changes', async () => {
    await run();
    await commit();
    await run();
    expect(ran).toStrictEqual(ALL);
    await write('other/file.ts', '2');
    await commit();
    await run();
    expect(ran).toStrictEqual([...ALL, 'first --project other', 'second']);
  });

  test('do not run again before the note of what passed is committed', async () => {
    await run();
    await run();
    expect(ran).toStrictEqual(ALL);
  });

  test('do not run for a file that is left out of their inputs', async () => {
    await run();
    await write('one/page.md', 'other text');
    await commit();
    ran = [];
    await run();
    expect(ran).toStrictEqual(['second']);
  });

  test('run for a file that is new or renamed', async () => {
    await run();
    await git('mv', 'other/file.ts', 'other/renamed.ts');
    await commit();
    ran = [];
    await run();
    expect(ran).toStrictEqual(['first --project other', 'second']);
  });

  test('all run where that is asked for', async () => {
    await run();
    await commit();
    await run({ all: true });
    expect(ran).toStrictEqual([...ALL, ...ALL]);
  });

  test('are not noted as passed when one of their stage fails, and the next stage does not begin', async () => {
    await expect(run({ failing: 'first' })).rejects.toThrow(ReleaseError);
    expect(ran).toStrictEqual(ALL.slice(0, 1));
    expect(JSON.parse(await readFile(join(root, PASSED_FILE), 'utf8'))).toStrictEqual({});
  });

  test('are not noted as passed where files differ from the commit', async () => {
    await write('one/file.ts', '2');
    await run();
    expect(ran).toStrictEqual(ALL);
    expect(JSON.parse(await readFile(join(root, PASSED_FILE), 'utf8'))).toStrictEqual({});
  });
});

test.each(parts.map((part) => [part.name, part] as const))('each input of %s names files of the repository', async (_, { inputs }) => {
  for (const input of inputs.filter((path) => !path.startsWith(':'))) {
    expect(await runOrFail('git', ['ls-files', '--', input], { cwd: REPOSITORY_FOLDER }), input).not.toBe('');
  }
});

test('each part is run by a script of the root', async () => {
  const { scripts } = JSON.parse(await readFile(join(REPOSITORY_FOLDER, 'package.json'), 'utf8'));
  for (const { script } of parts) expect(scripts).toHaveProperty([script]);
});

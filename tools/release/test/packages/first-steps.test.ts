import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { untilReady } from '../../src/rehearsal/running-service.ts';
import { REPOSITORY_FOLDER } from '../../src/repository.ts';
import { type RunningProgram, runOrFail, startProgram } from '../../src/run-command.ts';
import { type Newcomer, newcomer } from './newcomer.ts';

const INSTALLED = join(inject('installation'), 'node_modules/@business-cloud');
let user: Newcomer;

beforeAll(async () => {
  user = await newcomer(inject('tarballs'));
}, 120_000);
afterAll(() => user[Symbol.asyncDispose]());

/** The commands and programs of a page, as they are printed. */
async function wordsOf(page: string): Promise<readonly string[]> {
  return [...(await readFile(page, 'utf8')).matchAll(/^```(?:sh|ts)\n(.*?)^```$/gms)].map(([, block = '']) => block);
}

const run = (cwd: string, words: string): Promise<string> => runOrFail('bash', ['-e', '-c', words], { cwd, env: user.env });

function start(cwd: string, words: string): RunningProgram {
  // Another process of this machine may have the port of the words.
  return startProgram('bash', ['-e', '-c', words], { cwd, env: { ...user.env, BUSINESS_CLOUD_PORT: '0' } });
}

test('in an empty folder, the words of the README of the client make a call', { timeout: 300_000 }, async () => {
  const cwd = await user.emptyFolder('call');
  const page = join(INSTALLED, 'client/README.md');
  const [install = '', demo = '', program = '', call = ''] = await wordsOf(page);
  await run(cwd, install);
  const service = await untilReady(start(cwd, demo), (line) => line.startsWith('ready: '));
  try {
    const [, file = ''] = /as `([^`]+)`/.exec(await readFile(page, 'utf8')) ?? [];
    expect(program).toContain("'http://127.0.0.1:8080'");
    await writeFile(join(cwd, file), program.replaceAll('http://127.0.0.1:8080', service.ready.replace('ready: ', '')));
    expect(await run(cwd, call)).toContain('Martello da 500 g 14.90\n');
  } finally {
    await service.stop();
  }
});

test('in an empty folder, the words of the README of the suite judge a service', { timeout: 300_000 }, async () => {
  const cwd = await user.emptyFolder('suite');
  const [install = '', demo = '', judge = ''] = await wordsOf(join(INSTALLED, 'conformance/README.md'));
  await run(cwd, install);
  const service = await untilReady(start(cwd, demo), (line) => line.startsWith('ready: '));
  try {
    // It exits with 0 only if the service conforms.
    expect(await run(cwd, judge)).toMatch(/^conforms: (\d+) of \1 rules/m);
    expect(await readdir(cwd)).toContain('report.html');
  } finally {
    await service.stop();
  }
});

const README = join(INSTALLED, 'events/README.md');
const PAGE = join(REPOSITORY_FOLDER, 'docs/events/command-line.md');

test.each([
  ['README', README],
  ['page of the command', PAGE],
])('in an empty folder, the words of events in the %s show an event, verified', { timeout: 300_000 }, async (name, page) => {
  const cwd = await user.emptyFolder(name);
  const words = await wordsOf(page);
  const trigger = words.findIndex((block) => /^npx business-cloud-events trigger .* --demo$/m.test(block));
  const program = start(cwd, words.slice(0, trigger).join(''));
  const listening = await untilReady(program, (line) => line.startsWith('secret of webhook '));
  try {
    await run(cwd, words[trigger] ?? '');
    await expect
      .poll(() => program.output.stdout, { timeout: 60_000 })
      .toMatch(/^accepted Documento\.Emit [\da-f-]{36} company 1 webhook \d+$/m);
  } finally {
    await listening.stop();
  }
});

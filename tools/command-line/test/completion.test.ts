import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { completions } from '../src/completion.ts';
import type { Command, Program } from '../src/index.ts';

const command = (name: string, options: Command['options'] = []): Command => ({
  name,
  summary: name,
  options,
  examples: [],
  run: async () => 0,
});

const program: Program = {
  name: 'decorate',
  summary: 'paints and papers',
  manifest: new URL('../package.json', import.meta.url),
  commands: [
    command('paint', [
      { name: 'colour', value: 'NAME', choices: ['red', 'rose', 'white'], help: 'which colour' },
      { name: 'cover', value: 'FILE', help: 'what is covered' },
      { name: 'dry', help: 'without paint' },
    ]),
    command('tool list'),
    command('tool lend'),
  ],
};

test.for<[string, readonly string[]]>([
  ['', ['paint', 'tool', 'help', 'completion']],
  ['pa', ['paint']],
  ['tool l', ['list', 'lend']],
  ['help tool ', ['list', 'lend']],
  ['paint --', ['--colour', '--cover', '--dry', '--help', '--version']],
  ['paint --dry --co', ['--colour', '--cover']],
  ['paint --colour r', ['red', 'rose']],
  ['paint --cover ', []],
  ['paint ', []],
  ['paint -- --', []],
])('%j is completed by %j', ([line, expected]) => {
  expect(completions(program, line.split(' '))).toEqual(expected);
});

const folder = mkdtempSync(join(tmpdir(), 'completion-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Where a shell finds `decorate`, a program with the commands above. */
const path = [folder, process.env.PATH].join(delimiter);
const index = JSON.stringify(new URL('../src/index.ts', import.meta.url).href);
const main = `import { processTerminal, runProgram } from ${index};
const options = [{ name: 'colour', value: 'NAME', choices: ['red', 'rose', 'white'], help: 'which colour' }];
const commands = [{ name: 'paint', summary: 'paint', options, examples: [], run: async () => 0 }];
const program = { name: 'decorate', summary: 'paints', manifest: new URL('file:///'), commands };
process.exitCode = await runProgram(program, process.argv.slice(2), processTerminal());
`;
writeFileSync(join(folder, 'decorate.ts'), main);
writeFileSync(join(folder, 'decorate'), `#!/bin/sh\nexec '${process.execPath}' '${join(folder, 'decorate.ts')}' "$@"\n`);
chmodSync(join(folder, 'decorate'), 0o755);

const shells: Readonly<Record<string, string>> = {
  bash: `source <(decorate completion bash); COMP_WORDS=(decorate paint --colour r); COMP_CWORD=3; _decorate; echo "\${COMPREPLY[@]}"`,
  zsh: `compdef() { :; }; compadd() { shift; echo "$@"; }; source <(decorate completion zsh); words=(decorate paint --colour r); CURRENT=4; _decorate`,
  fish: `decorate completion fish | source; string join ' ' (complete --do-complete 'decorate paint --colour r')`,
};

test.for(Object.entries(shells))('%s completes by the script that is printed for it', ([shell, script], { skip }) => {
  const run = (file: string, args: readonly string[]) =>
    execFileSync(file, args, { encoding: 'utf8', env: { ...process.env, PATH: path } });
  try {
    run(shell, ['-c', 'true']);
  } catch {
    skip(`${shell} is not on this machine`);
  }
  expect(run(shell, ['-c', script]).trim()).toBe('red rose');
});

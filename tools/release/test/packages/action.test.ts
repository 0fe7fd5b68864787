import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { REPOSITORY_FOLDER } from '../../src/repository.ts';
import { runProgram } from '../../src/run-command.ts';
import { type DemoService, startDemo } from './demo-service.ts';

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default: string }>>;
  readonly runs: { readonly steps: readonly [{ readonly env: Readonly<Record<string, string>>; readonly run: string }] };
}

const action: Action = parse(readFileSync(join(REPOSITORY_FOLDER, 'action.yml'), 'utf8'));
let demo: DemoService;

beforeAll(async () => {
  demo = await startDemo(inject('installation'), process.execPath);
});
afterAll(() => demo[Symbol.asyncDispose]());

interface JobStep {
  readonly exitCode: number;
  readonly log: string;
  /** What the runner takes for commands: the lines that no stop-commands stands before. */
  readonly commands: readonly string[];
  readonly summary: string;
  readonly outputs: string;
  readonly folder: string;
}

/** Runs the step as a runner does: inputs as variables, and files for what it leaves. The suite is the installed one, which npx finds above the folder. */
async function runAction(inputs: Readonly<Record<string, string>>): Promise<JobStep> {
  const folder = await mkdtemp(join(inject('installation'), 'action-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'conformance.yaml'), demo.target);
  const [{ env, run }] = action.runs.steps;
  const runner = { RUNNER_TEMP: folder, GITHUB_OUTPUT: join(folder, 'output'), GITHUB_STEP_SUMMARY: join(folder, 'summary.md') };
  for (const file of [runner.GITHUB_OUTPUT, runner.GITHUB_STEP_SUMMARY]) await writeFile(file, '');
  await writeFile(join(folder, 'step.sh'), run);
  const { PATH, HOME } = process.env;
  const variables = { PATH, HOME, ...runner, ...given(env, inputs) };
  const result = await runProgram('bash', ['--noprofile', '--norc', '-eo', 'pipefail', 'step.sh'], { cwd: folder, env: variables });
  const [before = '', , after = ''] = result.stdout.split(/^::(?:stop-commands::)?[0-9a-f-]{36}(?:::)?$/m);
  return {
    exitCode: result.exitCode,
    log: result.stdout + result.stderr,
    commands: `${before}${after}`.split('\n').filter((line) => line.startsWith('::')),
    summary: await readFile(runner.GITHUB_STEP_SUMMARY, 'utf8'),
    outputs: await readFile(runner.GITHUB_OUTPUT, 'utf8'),
    folder,
  };
}

/** The variables of the step with the inputs in them, as the runner fills them in. */
function given(env: Action['runs']['steps'][0]['env'], inputs: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const value = (expression: string): string => {
    const [, name = ''] = /^\$\{\{ inputs\.(\w+) \}\}$/.exec(expression) ?? [];
    return inputs[name] ?? action.inputs[name]?.default ?? '';
  };
  return Object.fromEntries(Object.entries(env).map(([name, expression]) => [name, value(expression)]));
}

test('a service that conforms passes, with a summary, a report and no annotation', async () => {
  const { exitCode, log, commands, summary, outputs, folder } = await runAction({ rules: 'AUTH-01\nVER-01\n', budget: 'quick' });
  expect([exitCode, commands], log).toEqual([0, []]);
  expect(summary).toMatch(/^## http:\/\/127\.0\.0\.1:\d+: conforms\n/);
  expect(outputs).toBe(`report=${folder}/conformance.json\n`);
  const { rules }: { rules: { id: string; outcome: string }[] } = JSON.parse(await readFile(join(folder, 'conformance.json'), 'utf8'));
  expect(rules.filter(({ outcome }) => outcome === 'pass').map(({ id }) => id)).toEqual(['AUTH-01', 'VER-01']);
});

test('a service that does not conform fails the step, annotated rule by rule; what it answers is no command', async () => {
  const faulty = await startFaulty(demo);
  const { exitCode, log, commands, summary } = await runAction({ target: faulty, rules: 'AUTH-04', budget: 'quick' });
  expect([exitCode, commands.length], log).toEqual([1, 1]);
  expect(commands[0]).toMatch(/^::error title=AUTH-04 failed::/);
  expect(summary).toContain('does not conform');
  expect(summary).toContain('### ✗ AUTH-04');
});

test('inputs are never a part of the script', async () => {
  const inputs = { config: '$(touch pwned).yaml', rules: '`touch pwned`\n"; touch pwned; "', target: '$(touch pwned)' };
  const { exitCode, commands, folder } = await runAction(inputs);
  expect(exitCode).toBe(2);
  expect(commands).toEqual(['::error title=Conformance::The suite could not judge the target (exit status 2); the log says why.']);
  expect(existsSync(join(folder, 'pwned'))).toBe(false);
});

/** The demo behind a proxy that answers 200 where it answers 401, with a command for the runner in the body. */
async function startFaulty({ target }: DemoService): Promise<string> {
  const { service }: { service: { customerUrl: string } } = parse(target);
  const server: Server = createServer((incoming, outgoing) => {
    const { method, headers } = incoming;
    const forwarded = request(`${service.customerUrl}${incoming.url}`, { method, headers }, (answer) => {
      if (answer.statusCode !== 401) return answer.pipe(outgoing.writeHead(answer.statusCode ?? 500, answer.headers));
      answer.resume();
      return outgoing.writeHead(200, { 'content-type': 'application/json' }).end('"\n::error::forged"');
    });
    incoming.pipe(forwarded);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

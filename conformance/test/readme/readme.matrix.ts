import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ReferenceService, startReferenceService } from '../reference/reference-service.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const readme = readFileSync(join(root, 'README.md'), 'utf8');
const folder = join(root, '../docs/conformance');
const pages = [
  readme,
  ...globSync('*.md', { cwd: folder }).map((page) => readFileSync(join(folder, page), 'utf8')),
].join('\n');
const examples = ['library.ts', 'my-service.conformance.ts', '../../examples/plugin/checks.ts'];
let reference: ReferenceService;

beforeAll(async () => {
  reference = await startReferenceService();
});

afterAll(() => reference.stop());

async function run(...args: readonly string[]): Promise<{ readonly code: number; readonly out: string }> {
  const env = { ...process.env, NO_COLOR: '1', CONFORMANCE_CONFIG: reference.config };
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] });
  let out = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    out += chunk;
  });
  const [code] = await once(child, 'close');
  return { code, out };
}

describe('the README and its pages', () => {
  test('show the examples that are compiled and run here, and no others', () => {
    const shown = [...pages.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code]) => code);
    const compiled = examples.map((file) => readFileSync(join(import.meta.dirname, file), 'utf8'));
    expect(shown.toSorted()).toEqual(compiled.toSorted());
  });

  test('show a picture that is there', () => {
    const pictures = [...readme.matchAll(/!\[[^\]]+\]\(([^)]+)\)/g)].map(([, file]) => file ?? '');
    expect(pictures.length).toBeGreaterThan(0);
    expect(pictures.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  });

  test('judge a service with their library example', async () => {
    const { code, out } = await run('test/readme/library.ts', reference.config);
    expect(out.trimEnd().split('\n').at(-1)).toBe('7 passed, 0 failed');
    expect(code).toBe(0);
  });

  test('judge a service with their vitest example', async () => {
    const { code, out } = await run(
      'node_modules/vitest/vitest.mjs',
      'run',
      '--config',
      'test/readme/readme.config.ts',
    );
    expect(out).toContain('7 passed');
    expect(code).toBe(0);
  });

  test('name every command and every option', async () => {
    const { out } = await run('src/cli.ts', '--help');
    const commands = [...out.matchAll(/^ {2}([a-z]+) .*? {2,}/gm)].map(([, name]) => name ?? '');
    const help = await run('src/cli.ts', 'service', '--help');
    const options = [...help.out.matchAll(/^ {2}(--[a-z-]+)/gm)].map(([, name]) => name ?? '');
    expect(commands.length).toBeGreaterThan(4);
    expect(options.length).toBeGreaterThan(12);
    expect([...commands, ...options].filter((name) => !pages.includes(`\`${name}`) && name !== '--help')).toEqual([]);
  });
});

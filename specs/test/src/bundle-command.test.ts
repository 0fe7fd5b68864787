import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runProgram } from '@business-cloud/command-line';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writePublished } from '../../build/write-published.ts';
import { specsProgram } from '../../src/program.ts';

const folders: string[] = [];
let published = '';

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'specs-bundle-'));
  folders.push(folder);
  return folder;
}

beforeAll(async () => {
  published = await newFolder();
  await writePublished(published);
});

afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))));

async function run(
  ...args: string[]
): Promise<{ readonly code: number; readonly out: readonly string[]; readonly err: readonly string[] }> {
  const [out, err]: [string[], string[]] = [[], []];
  const terminal = { out: (line: string) => out.push(line), err: (line: string) => err.push(line), env: {}, signal: AbortSignal.abort() };
  const code = await runProgram(specsProgram(published), args, {
    ...terminal,
    out: (line) => void terminal.out(line),
    err: (line) => void terminal.err(line),
  });
  return { code, out, err };
}

describe('bundle', () => {
  test('writes every document with the header names of the installation, and no other', async () => {
    const out = await newFolder();
    expect((await run('bundle', '--header-word', 'My-Shop', '--out', out)).code).toBe(0);
    const files = (await readdir(out, { recursive: true })).filter((file) => /\.(json|yaml)$/.test(file)).sort();
    expect(files).toEqual(
      ['asyncapi/events', 'openapi/admin', 'openapi/customer', 'openapi/webhooks'].flatMap((name) => [`${name}.json`, `${name}.yaml`]),
    );
    for (const file of files) {
      const text = await readFile(join(out, file), 'utf8');
      expect(text).not.toMatch(/\bX-Service-|\bService-Signature/);
      expect(text).toMatch(/X-My-Shop-|My-Shop-Signature/);
    }
    const customer = JSON.parse(await readFile(join(out, 'openapi/customer.json'), 'utf8'));
    expect(customer.components.securitySchemes.licenseKey).toMatchObject({
      name: 'X-My-Shop-LicenseKey',
      'x-header-word': 'X-{word}-LicenseKey',
    });
  });

  test('writes documents that are as well-formed as the neutral ones', async () => {
    const out = await newFolder();
    await run('bundle', '--header-word', 'My-Shop', '--out', out);
    const config = await createConfig({ extends: ['minimal'], rules: { 'security-defined': 'error' } });
    for (const name of ['openapi/admin', 'openapi/customer', 'openapi/webhooks']) {
      const source = await readFile(join(out, `${name}.yaml`), 'utf8');
      const problems = await lintFromString({ source, config });
      expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
    }
  });

  test('leaves the documents as they are published where the word is Service', async () => {
    const out = await newFolder();
    await run('bundle', '--header-word', 'Service', '--out', out);
    const [given, written] = await Promise.all([published, out].map((folder) => readFile(join(folder, 'asyncapi/events.yaml'), 'utf8')));
    expect(written).toBe(given);
  });

  test.each([
    ['no word', []],
    ['a word that no header name can have', ['--header-word', 'My Shop']],
    ['a word that ends with a hyphen', ['--header-word', 'Shop-']],
    ['an option that there is not', ['--header', 'Shop']],
  ])('refuses %s in one sentence', async (_, args) => {
    const { code, out, err } = await run('bundle', ...args);
    expect({ code, out, lines: err.length }).toEqual({ code: 2, out: [], lines: 1 });
  });

  test('refuses a folder that cannot be written in one sentence', async () => {
    const file = join(await newFolder(), 'file');
    await writeFile(file, '');
    const { code, err } = await run('bundle', '--header-word', 'My-Shop', '--out', file);
    expect({ code, lines: err.length }).toEqual({ code: 2, lines: 1 });
  });

  test('shows an example in its help', async () => {
    const { code, out } = await run('bundle', '--help');
    expect(code).toBe(0);
    expect(out.join('\n')).toContain('business-cloud-specs bundle --header-word My-Shop');
  });
});

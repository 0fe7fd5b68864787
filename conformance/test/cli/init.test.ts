import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { configurationTemplate } from '../../src/cli/init.ts';
import { parseTarget } from '../../src/config/parse.ts';
import { configSchema } from '../../src/config/schema.ts';
import { runAsProcess, runIn } from './command-line.ts';

const folder = mkdtempSync(join(tmpdir(), 'business-cloud-init-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The template with every setting that is commented out, and without other comments. */
const whole = configurationTemplate.replaceAll(/^( *)# (?=\S+:( |$)| )/gm, '$1');

/** Every setting of a schema, as dotted paths. */
function settings(schema: Record<string, unknown>, path: readonly string[] = []): readonly string[] {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Record<string, unknown>>);
  const here = path.length === 0 ? [] : [path.join('.')];
  return properties.length === 0 ? here : properties.flatMap(([name, inner]) => settings(inner, [...path, name]));
}

describe('business-cloud-conformance init', () => {
  test('writes a configuration that the suite reads, and leaves one that exists alone', async () => {
    const first = await runAsProcess(folder, 'init');
    expect(first).toMatchObject({ code: 0, err: '' });
    expect(parseTarget(readFileSync(join(folder, 'conformance.yaml'), 'utf8'), 'conformance.yaml').companies).toHaveLength(2);
    expect(statSync(join(folder, 'conformance.yaml')).mode & 0o777).toBe(0o600);
    writeFileSync(join(folder, 'conformance.yaml'), 'mine');
    const second = await runIn(folder, 'init');
    expect(second).toMatchObject({ code: 2, out: '' });
    expect(readFileSync(join(folder, 'conformance.yaml'), 'utf8')).toBe('mine');
  });

  test('shows every setting', () => {
    const names = settings(configSchema).map((path) => path.split('.').at(-1) ?? '');
    expect(names.length).toBeGreaterThan(30);
    expect(names.filter((name) => !new RegExp(`\\b${name}:`).test(configurationTemplate))).toEqual([]);
  });

  test('shows the defaults of settings that are commented out', () => {
    const written = parseTarget(configurationTemplate, 'conformance.yaml');
    const { service, otherUser, foreignCompany, controls, receiver, ...shown } = parseTarget(whole, 'conformance.yaml');
    expect(written.service).toEqual({ ...service, caFile: undefined, clientCertificate: undefined, proxy: undefined, headers: undefined });
    expect(otherUser?.userName).toBe('other-user');
    expect(foreignCompany?.id).toBe('9');
    expect(controls.tokenLifetimeAtMostMs).toBe(written.controls.tokenLifetimeAtMostMs);
    expect(receiver).toMatchObject({ listen: written.receiver.listen, publicUrl: written.receiver.publicUrl });
    expect(written).toMatchObject(shown);
  });
});

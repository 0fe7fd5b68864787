import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ReferenceService, startReferenceService } from '../reference/reference-service.ts';
import { type Run, runAsProcess, runIn } from './command-line.ts';

const folder = mkdtempSync(join(tmpdir(), 'business-cloud-command-'));
let reference: ReferenceService;

beforeAll(async () => {
  reference = await startReferenceService();
});

afterAll(async () => {
  await reference.stop();
  rmSync(folder, { recursive: true, force: true });
});

function run(...args: readonly string[]): Promise<Run> {
  return runIn(folder, ...args);
}

describe('business-cloud-conformance service', () => {
  test('judges the reference service green and says so in its exit status and both reports', async () => {
    const { code, out } = await runAsProcess(
      folder,
      'service',
      '--config',
      reference.config,
      '--rule',
      'COMP-0*',
      '--reporter',
      'console',
      '--reporter',
      'json=report.json',
    );
    expect(code).toBe(0);
    expect(out.trimEnd().split('\n').at(-1)).toBe('conforms: 7 of 7 rules');
    expect(out.trimEnd().split('\n').at(-2)).toBe('7 passed, 0 failed, 2 skipped, 0 inconclusive, 0 errors');
    const report = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'));
    expect(report).toMatchObject({
      schemaVersion: 1,
      profile: 'stated',
      summary: { pass: 7, fail: 0, skip: 2, inconclusive: 0, error: 0 },
    });
    expect(report.rules.map(({ id }: { id: string }) => id)).toEqual([
      'COMP-01',
      'COMP-02',
      'COMP-03',
      'COMP-04',
      'COMP-05',
      'COMP-06',
      'COMP-07',
      'COMP-08',
      'COMP-09',
    ]);
    expect(report.rules.at(-1)).toMatchObject({ outcome: 'skip', level: 'chosen' });
  });

  test('shows no secret in any report', async () => {
    const wrong = ['--controls.tokenLifetimeAtMost', '1h'];
    const { code, out } = await run(
      'service',
      '--config',
      reference.config,
      '--rule',
      'AUTH-05',
      '--reporter',
      'console',
      '--reporter',
      'json=secret.json',
      ...wrong,
    );
    expect(code).toBe(1);
    const shown = out + readFileSync(join(folder, 'secret.json'), 'utf8');
    const secrets = [...readFileSync(reference.config, 'utf8').matchAll(/(?:password|apiKey|licenseKey): (\S+)/g)].map(
      ([, secret]) => secret ?? '',
    );
    expect(secrets).toHaveLength(6);
    expect(secrets.filter((secret) => shown.includes(secret))).toEqual([]);
    expect(shown).toContain('<LICENSE_KEY of company 1>');
  });

  test('draws the same cases from the same seed', async () => {
    const judged = async (runs: typeof runIn): Promise<string> => {
      await runs(folder, 'service', '--config', reference.config, '--rule', 'HDR-06', '--seed', '11', '--reporter', 'json=seed.json');
      const { rules } = JSON.parse(readFileSync(join(folder, 'seed.json'), 'utf8'));
      return JSON.stringify(rules.map(({ id, runs, requests }: Record<string, unknown>) => [id, runs, requests]));
    };
    expect(await judged(runIn)).toBe(await judged(runAsProcess));
  });

  test('ends as a process with what is wrong on standard error and exit status 2', async () => {
    const args = ['service', '--profile', 'strict'];
    const { code, out, err } = await runAsProcess(folder, ...args);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toBe((await run(...args)).err);
  });

  test.for([
    ['no configuration', [], 'conformance.yaml: cannot be read'],
    ['a configuration that is not there', ['--config', 'absent.yaml'], 'absent.yaml: cannot be read (ENOENT)'],
    ['an unknown flag', ['--fast'], "Unknown option '--fast'"],
    ['an unknown profile', ['--profile', 'strict'], '--profile must be one of stated, reference'],
    ['an unknown rule', ['--rule', 'IDEM-99'], '--rule: no service rule is called IDEM-99'],
    ['a misspelt rule', ['--rule', 'CONC-5'], '--rule: no service rule is called CONC-5; write CONC-05'],
    ['a rule of another role', ['--rule', 'RCV-01'], '--rule: no service rule is called RCV-01'],
    ['a seed that is no number', ['--seed', 'x'], '--seed must be a whole number'],
    ['a rate that is none', ['--rate', '0'], '--rate must be a whole number from 1'],
    ['workers that are none', ['--workers', 'many'], '--workers must be a whole number from 1 to 64'],
    ['an update of no baseline', ['--update-baseline'], '--update-baseline needs --baseline FILE'],
    ['a flag without its value', ['--config', '--bail'], '--config needs a value'],
    [
      'two reports in one place',
      ['--reporter', 'console', '--reporter', 'json'],
      '--reporter: console and json both go to standard output',
    ],
    ['an unknown reporter', ['--reporter', 'xml=out.xml'], '--reporter must be one of console, json, junit, sarif, html, markdown, github'],
  ] as const)('answers %s with one sentence and exit status 2', async ([, args, expected]) => {
    const { code, out, err } = await run('service', ...args);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(expected);
    expect(err.trimEnd().split('\n')).toHaveLength(1);
  });

  test.for([
    [
      'an address where nothing listens',
      ['--target', 'http://127.0.0.1:9'],
      'service.adminUrl: http://127.0.0.1:9 cannot be reached (ECONNREFUSED)',
    ],
    [
      'an address with a password in it, which it does not show,',
      ['--target', 'http://me:hidden@127.0.0.1:9'],
      'service.adminUrl: http://127.0.0.1:9 cannot be reached',
    ],
    ['a wrong path', ['--service.version', 'v9'], 'answers 404 to authenticate'],
    ['a port that is none', ['--receiver.listen', '127.0.0.1:99999'], 'receiver.listen: 127.0.0.1:99999 has no port between 0 and 65535'],
    ['an address that is none', ['--receiver.publicUrl', 'https://localhost:{prot}'], 'receiver.publicUrl: https://localhost:{prot} is no'],
    [
      'a word for headers that the target does not know',
      ['--header-word', 'Cloud'],
      "as if X-Cloud-ApiKey were missing (check that the target's header names contain service.headerWord, Cloud)",
    ],
    [
      'a company that is not listed',
      ['--companies.1.id', '77'],
      'companies[1]: company 77 is refused with its license key (403), and listAzienda does not list it (it lists 1, 2)',
    ],
    ['a wrong password', ['--credentials.password', 'wrong'], 'credentials.userName and credentials.password are refused'],
    ['a wrong API key', ['--credentials.apiKey', 'wrong'], 'credentials.apiKey is refused'],
    ['a wrong license key', ['--companies.1.licenseKey', 'wrong'], 'companies[1]: company 2 is refused with its license key'],
    [
      'a clock that is none',
      ['--controls.clock', 'http://127.0.0.1:9/clock'],
      'controls.clock: http://127.0.0.1:9/clock does not move the clock',
    ],
    [
      'a file that cannot be written',
      ['--receiver.caFile', '/absent/ca.pem'],
      'receiver.caFile: /absent/ca.pem cannot be written (ENOENT)',
    ],
  ] as const)('finds %s before it judges anything', async ([, args, expected]) => {
    const { code, err } = await run('service', '--config', reference.config, '--rule', 'AUTH-01', ...args);
    expect(code).toBe(2);
    expect(err).toContain(expected);
  });

  test.for([
    ['--reporter', ['--reporter', 'json=/absent/report.json']],
    ['--baseline', ['--baseline', '/absent/known.yaml', '--update-baseline']],
  ] as const)('sees before the run that %s names a file that it can write', async ([flag, args]) => {
    const { code, err } = await run('service', '--config', reference.config, '--rule', 'AUTH-01', ...args);
    expect({ code, err }).toEqual({
      code: 2,
      err: expect.stringMatching(new RegExp(`^business-cloud-conformance: ${flag}: .*ENOENT.*\n$`)),
    });
  });

  test('leaves an earlier report as it is when it cannot begin', async () => {
    const [kept, absent] = [join(folder, 'kept.json'), join(folder, 'not-made.json')];
    writeFileSync(kept, 'earlier');
    const reporters = ['--reporter', `json=${kept}`, '--reporter', `junit=${absent}`];
    expect((await run('service', '--target', 'http://127.0.0.1:9', '--config', reference.config, ...reporters)).code).toBe(2);
    expect(readFileSync(kept, 'utf8')).toBe('earlier');
    expect(existsSync(absent)).toBe(false);
  });

  test('tells what it can do', async () => {
    const { code, out } = await run('service', '--help');
    expect(code).toBe(0);
    expect(out).toContain('Examples:');
  });
});

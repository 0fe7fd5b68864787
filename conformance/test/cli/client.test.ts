import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runIn } from './command-line.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'conformance-client-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** The command that starts a client of the tests. @param parts the name of the faulty parts that it uses */
function command(parts = 'right'): readonly string[] {
  return [process.execPath, join(import.meta.dirname, 'client-process.ts'), parts];
}

describe('business-cloud-conformance client', () => {
  test('answers 0 for a client that keeps the rules', async () => {
    const { code, out } = await runIn(folder, 'client', '--budget', 'quick', '--rule', 'CLI-01', '--', ...command());
    expect(out.trimEnd().split('\n').at(-1)).toMatch(/^conforms: /);
    expect(code).toBe(0);
  });

  test('answers 1 for one that breaks a rule, with reports of every kind, and replays it', async () => {
    const reports = ['console', 'json=r.json', 'html=r.html', 'junit=r.xml', 'sarif=r.sarif', 'markdown=r.md', 'github=r.txt'];
    const all = reports.flatMap((report) => ['--reporter', report]);
    const { code, out } = await runIn(folder, 'client', '--budget', 'quick', '--rule', 'CLI-01', ...all, '--', ...command('no-api-key'));
    expect(code).toBe(1);
    expect(out).toMatch(/business-cloud-conformance client --budget quick --rule CLI-01 --seed \d+ -- .*client-process\.ts no-api-key/);
    const json = JSON.parse(readFileSync(join(folder, 'r.json'), 'utf8'));
    expect(json).toMatchObject({
      schemaVersion: 1,
      target: { role: 'client', command: command('no-api-key').join(' ') },
      summary: { fail: 1 },
      rules: [{ id: 'CLI-01', role: 'client', failure: { actual: 'no such header' } }],
    });
    expect(readFileSync(join(folder, 'r.html'), 'utf8')).toContain('The client does not conform');
    for (const file of ['r.xml', 'r.sarif', 'r.md', 'r.txt']) expect(readFileSync(join(folder, file), 'utf8')).toContain('CLI-01');
    const again = await runIn(folder, 'replay', 'r.json', '--', ...command('no-api-key'));
    expect([again.code, again.out]).toEqual([1, expect.stringContaining('broken: CLI-01')]);
    const baseline = ['--baseline', 'known.yaml', '--rule', 'CLI-01', '--budget', 'quick'];
    await runIn(folder, 'client', ...baseline, '--update-baseline', '--', ...command('no-api-key'));
    const known = await runIn(folder, 'client', ...baseline, '--', ...command('no-api-key'));
    expect([known.code, known.out]).toEqual([0, expect.stringContaining('Known to fail')]);
  });

  test.for([
    ['the program', ['--', process.execPath, 'own.ts', 'no-api-key'], 'own.ts', 1],
    ['the file that describes it', ['--config', 'staging.yaml'], 'staging.yaml', 3],
    ['the file that init would write', ['--', ...command('no-api-key')], 'client.yaml', 1],
  ] as const)('points reports at %s', async ([, args, uri, startLine]) => {
    const own = mkdtempSync(join(folder, 'sarif-'));
    writeFileSync(join(own, 'own.ts'), `import ${JSON.stringify(join(import.meta.dirname, 'client-process.ts'))};`);
    writeFileSync(join(own, 'staging.yaml'), `# the nightly build\n\nclient: ${JSON.stringify(command('no-api-key'))}\n`);
    const { code, out } = await runIn(own, 'client', '--budget', 'quick', '--rule', 'CLI-01', '--reporter', 'sarif', ...args);
    expect(code).toBe(1);
    const [{ locations }] = JSON.parse(out).runs[0].results;
    expect(locations).toMatchObject([{ physicalLocation: { artifactLocation: { uri }, region: { startLine } } }]);
  });

  test.for([
    ['no command', [], "the command is missing: write it after '--', such as '-- python3 client.py'."],
    ['an empty command', ['--'], '--: names no command;'],
    ['a command before the dashes', ['python3'], 'python3 is one argument too many'],
    ['a command that is not there', ['--', 'no-such-command'], 'the command no-such-command cannot be started (ENOENT);'],
    ['a time in words', ['--scenario-timeout', 'long', '--', 'x'], '--scenario-timeout: long is not a duration;'],
    ['a rule of another role', ['--rule', 'IDEM-03', '--', 'x'], '--rule: no client rule is called IDEM-03; use an id such as CLI-03'],
    ['a file that is not there', ['--config', 'none.yaml'], 'none.yaml: cannot be read (ENOENT);'],
  ] as const)('says in one sentence that it got %s', async ([, args, sentence]) => {
    const { code, err } = await runIn(folder, 'client', ...args);
    expect(err).toContain(sentence);
    expect(err.trimEnd().split('\n')).toHaveLength(1);
    expect(code).toBe(2);
  });

  test('reads a file that init has written, and doctor says that a run can begin', async () => {
    const own = mkdtempSync(join(folder, 'init-'));
    const written = await runIn(own, 'init', '--role', 'client');
    expect([written.code, written.out]).toEqual([0, expect.stringContaining('doctor --role client')]);
    const template = readFileSync(join(own, 'client.yaml'), 'utf8');
    writeFileSync(join(own, 'client.yaml'), template.replace('[python3, client.py]', JSON.stringify(command())));
    const doctor = await runIn(own, 'doctor', '--role', 'client');
    expect(doctor.out).toContain('✓ client: starts, and finds the service');
    expect(doctor.out).toContain('✓ parallel-reads: succeeds if nothing goes wrong');
    expect(doctor.code).toBe(0);
    expect((await runIn(own, 'client', '--budget', 'quick', '--rule', 'CLI-01')).code).toBe(0);
  });

  test('has doctor say what the client does not do', async () => {
    const { code, out } = await runIn(folder, 'doctor', '--role', 'client', '--', ...command('no-creations'));
    expect(out).toMatch(/✗ create-two: the client sends no request for create-two \(exit status 1: .*no creations/);
    expect([code, out]).toEqual([2, expect.stringContaining('2 to correct.')]);
  });

  test('has doctor say that a client which sends nothing does nothing, whatever it exits with', async () => {
    const { code, out } = await runIn(folder, 'doctor', '--role', 'client', '--', ...command('no-creations-and-no-word'));
    expect(out).toContain('✗ create-two: the client sends no request for create-two (exit status 0)');
    expect([code, out]).toEqual([2, expect.stringContaining('2 to correct.')]);
  });

  test('shows the options for clients in its help, as doctor does', async () => {
    const { out } = await runIn(folder, 'client', '--help');
    expect(out).toContain('show what would be started, and start nothing');
    expect(out).not.toMatch(/--target|IDEM-|a service that is starting|remove what it created/);
    const doctor = await runIn(folder, 'doctor', '--role', 'client', '--help');
    expect([doctor.code, doctor.out]).toEqual([0, expect.stringContaining('--scenario-timeout TIME')]);
    expect((await runIn(folder, 'doctor', '--role', 'client', '--secret', 's')).err).toContain('--secret');
  });

  test('plans without starting anything', async () => {
    const { code, out } = await runIn(folder, 'client', '--plan', '--', 'no-such-command');
    expect([code, out]).toEqual([0, expect.stringMatching(/^Nothing was started\.[\s\S]*10 rules[\s\S]*CLI-10/)]);
  });
});

test('rules --role client lists only the rules of clients, each with a check', async () => {
  const { code, out } = await runIn(folder, 'rules', '--role', 'client', '--json');
  const rows: readonly { rule: string; check: string | null }[] = JSON.parse(out);
  expect(rows).toHaveLength(11);
  expect(rows.filter(({ check }) => check === null)).toEqual([]);
  expect(code).toBe(0);
});

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import Sqlite from 'better-sqlite3';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { parse } from 'yaml';
import { processTerminal, runProgram } from '#command-line';
import { program } from '../../src/cli/program.ts';

const CLI = join(import.meta.dirname, '../../src/cli.ts');
let folder: string;
let child: ChildProcess | undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cli-'));
});
afterEach(() => {
  child?.kill('SIGKILL');
  child = undefined;
  rmSync(folder, { recursive: true });
});

/** Runs a command that ends by itself within this process: starting one takes long. */
async function run(...args: string[]): Promise<{ readonly status: number; readonly stdout: string; readonly stderr: string }> {
  const printed = { stdout: '', stderr: '' };
  const capture = (stream: 'stdout' | 'stderr') =>
    vi.spyOn(process[stream], 'write').mockImplementation((text) => {
      printed[stream] += String(text);
      return true;
    });
  const spies = [capture('stdout'), capture('stderr')];
  try {
    const status = await runProgram(program, args, processTerminal());
    return { status, ...printed };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}

/** Starts the command and resolves with the first line that matches. */
async function started(matches: RegExp, ...args: string[]): Promise<string> {
  child = spawn(process.execPath, [CLI, ...args], { stdio: ['ignore', 'pipe', 'inherit'], cwd: folder });
  const { stdout } = child;
  if (stdout === null) throw new Error('The command has no output.');
  for await (const line of createInterface({ input: stdout })) if (matches.test(line)) return line;
  throw new Error('The command ended before it was ready.');
}

async function ended(signal: NodeJS.Signals): Promise<unknown> {
  child?.kill(signal);
  return child && (await once(child, 'exit'))[0];
}

test('compiles its modules once for each user', () => {
  execFileSync(process.execPath, [CLI, '--help'], { env: { ...process.env, NODE_COMPILE_CACHE: undefined, HOME: folder } });
  expect(readdirSync(join(folder, '.cache', 'business-cloud'))).not.toEqual([]);
});

test('--help shows every command with an example', async () => {
  const { status, stdout } = await run('--help');
  expect(status).toBe(0);
  expect(stdout).toContain('business-cloud-service demo --port 0');
  for (const { name } of program.commands) expect(stdout).toContain(`  ${name} `);
});

test.each([
  ['an unknown command', ['dance']],
  ['an unknown option', ['demo', '--colour', 'red']],
  ['a port that is none', ['demo', '--port', '70000']],
  ['a range that is none', ['demo', '--port', '0', '--delivery-allow', 'everything']],
  ['a format that is none', ['demo', '--print', 'xml']],
  ['a header word that is none', ['demo', '--header-word', 'a b']],
  ['an argument too many', ['demo', 'twice']],
  ['a company that is not there', ['company', 'remove', '--id', '7', '--database', 'FOLDER/data.sqlite']],
  ['a database that is out of reach', ['migrate', '--database', 'postgres://127.0.0.1:1/none', '--key-file', 'FOLDER/a.key']],
  ['a database in no folder', ['demo', '--port', '0', '--database', 'FOLDER/nowhere/data.sqlite']],
  ['a port that looks like a flag', ['demo', '--port', '-1']],
  ['an empty database', ['company', 'list', '--database', '']],
  ['a database of another kind', ['company', 'list', '--database', 'mysql://user:hunter2@db/bc']],
  [
    'an address of a database that is none',
    ['company', 'list', '--database', 'postgres://user:hunter2@db:port/bc', '--key-file', 'FOLDER/a.key'],
  ],
  ['a proxy that is none', ['demo', '--delivery-proxy', 'https://user:hunter2@proxy:1']],
  ['a folder in the place of a database', ['company', 'list', '--database', 'FOLDER']],
  ['a folder in the place of a key file', ['company', 'list', '--database', 'FOLDER/a.sqlite', '--key-file', 'FOLDER']],
  ['a folder in the place of certificates', ['demo', '--port', '0', '--delivery-ca', 'FOLDER']],
  ['a folder in the place of a configuration', ['demo', '--port', '0', '--config', 'FOLDER']],
  ['a folder in the place of what is to be written', ['demo', '--port', '0', '--write-config', 'FOLDER']],
  [
    'a folder in the place of a company',
    ['company', 'add', '--id', '1', '--name', 'A', '--azienda', 'FOLDER', '--database', 'FOLDER/a.sqlite'],
  ],
  ['a folder in the place of a password', ['user', 'add', '--name', 'a', '--password-file', 'FOLDER', '--database', 'FOLDER/a.sqlite']],
  ['a user of no company', ['user', 'add', '--name', 'a', '--company', '1', '--database', 'FOLDER/a.sqlite']],
  ['a user name that is too long to authenticate', ['user', 'add', '--name', 'a'.repeat(257), '--database', 'FOLDER/a.sqlite']],
  ['a company name that no answer can hold', ['company', 'add', '--id', '1', '--name', 'a'.repeat(81), '--database', 'FOLDER/a.sqlite']],
])('%s is answered with one sentence and exit code 2', async (_title, args) => {
  const { status, stderr } = await run(...args.map((arg) => arg.replace('FOLDER', folder)));
  expect(status).toBe(2);
  expect(stderr).toMatch(/^business-cloud-service: [^\n]+\n$/);
  expect(stderr).not.toContain('hunter2');
});

test('a change that is refused is told with the places that are wrong', async () => {
  const database = ['--database', join(folder, 'data.sqlite')];
  await run('company', 'add', '--id', '1', '--name', 'Aurora', ...database);
  writeFileSync(join(folder, 'body.json'), '{"nome":5}');
  const body = ['--body', join(folder, 'body.json')];
  const { status, stderr } = await run('record', '--origin', 'desktop', '--request', 'POST /api/v3/1/Anagrafica', ...body, ...database);
  expect(status).toBe(2);
  expect(stderr).toMatch(/^business-cloud-service: [^\n]*nome [^\n]*\n$/);
});

test('demo writes its configuration, says that it is ready, and ends on SIGTERM', async () => {
  const line = await started(
    /^ready: /,
    'demo',
    '--port',
    '0',
    '--test-clock',
    '0',
    '--delivery-ca',
    'ca.pem',
    '--write-config',
    'conformance.yaml',
  );
  const config = parse(readFileSync(join(folder, 'conformance.yaml'), 'utf8'));
  expect(config.service).toMatchObject({ adminUrl: line.slice('ready: '.length), version: 'v3', headerWord: 'Service' });
  expect(config.companies).toHaveLength(2);
  expect(config.receiver.caFile).toBe(join(folder, 'ca.pem'));
  const clock = await fetch(config.controls.clock, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{"advanceMs":1000}',
  });
  expect(clock.status).toBe(200);
  expect(await ended('SIGTERM')).toBe(0);
});

test('without --test-clock there is no control', async () => {
  await started(/^ready: /, 'demo', '--port', '0', '--write-config', 'conformance.yaml');
  expect(parse(readFileSync(join(folder, 'conformance.yaml'), 'utf8')).controls).toBeUndefined();
  expect(await ended('SIGINT')).toBe(0);
});

test('a demo on a file keeps its data, and gives new secrets when it starts again', async () => {
  const args = ['demo', '--port', '0', '--print', 'json', '--database', 'data.sqlite'];
  const first = JSON.parse(await started(/^\{/, ...args));
  const token = await login(first);
  const created = await fetch(`${first.service.customerUrl}/api/v3/1/Anagrafica`, {
    method: 'POST',
    headers: { ...headersOf(first, token), 'Content-Type': 'application/json' },
    body: '{"nome":"Kept"}',
  });
  expect(created.status).toBe(201);
  expect(await ended('SIGKILL')).toBeNull();
  const second = JSON.parse(await started(/^\{/, ...args));
  const list = await fetch(`${second.service.customerUrl}/api/v3/1/Anagrafica`, { headers: headersOf(second, await login(second)) });
  expect(await list.json()).toMatchObject([{ nome: 'Kept' }]);
  expect(second.credentials.password).not.toBe(first.credentials.password);
  expect(await ended('SIGTERM')).toBe(0);
  // D-11: others may have users in that file.
  const stored = new Sqlite(join(folder, 'data.sqlite'));
  expect(stored.prepare('select password_hash from account').pluck().all()).toEqual(Array(3).fill(expect.stringContaining('m=19456,t=2')));
  stored.close();
});

test('D-11: two demos have the same secrets if their data end with them and no other machine reaches them', async () => {
  const demo = async (...args: string[]) => {
    const { credentials, companies } = JSON.parse(await started(/^\{/, 'demo', '--port', '0', '--print', 'json', ...args));
    expect(await ended('SIGTERM')).toBe(0);
    return [credentials.password, credentials.apiKey, ...companies.map(({ licenseKey }: { licenseKey: string }) => licenseKey)];
  };
  const known = await demo();
  expect(await demo('--host', '::1')).toEqual(known);
  for (const reached of ['0.0.0.0', '::']) {
    const drawn = await demo('--host', reached);
    expect(drawn.filter((secret) => known.includes(secret))).toEqual([]);
    expect(new Set(drawn).size).toBe(known.length);
  }
});

test('the Admin API and the monitor have ports of their own if that is asked for', async () => {
  const args = ['demo', '--port', '0', '--admin-port', '0', '--monitor-port', '0', '--print', 'json'];
  const { service, credentials } = JSON.parse(await started(/^\{/, ...args));
  expect(service.adminUrl).not.toBe(service.customerUrl);
  const login = (url: string) =>
    fetch(`${url}/api/v3/authenticate`, {
      method: 'POST',
      headers: { 'X-Service-ApiKey': credentials.apiKey, 'Content-Type': 'application/json' },
      body: JSON.stringify({ UserName: credentials.userName, Password: credentials.password }),
    });
  expect([(await login(service.adminUrl)).status, (await login(service.customerUrl)).status]).toEqual([200, 404]);
});

test('companies, users and keys are set up for a service that starts later', async () => {
  const database = ['--database', join(folder, 'business-cloud.sqlite')];
  const keep = async (...args: string[]) => JSON.parse((await run(...args, ...database)).stdout);
  const { licenseKey } = await keep('company', 'add', '--id', '1', '--name', 'Aurora');
  const { password } = await keep('user', 'add', '--name', 'ada', '--company', '1');
  const { apiKey } = await keep('key', 'add', '--label', 'web');
  const change = ['record', '--origin', 'desktop', '--request', 'DELETE /api/v3/1/Anagrafica/1'];
  expect((await run(...change, ...database)).stderr).toContain('(not-found)');
  const url = (await started(/^ready: /, 'start', '--port', '0', '--log-level', 'warn')).slice('ready: '.length);
  const access = { service: { adminUrl: url }, credentials: { userName: 'ada', password, apiKey }, companies: [{ licenseKey }] };
  const list = await fetch(`${url}/api/v3/1/Anagrafica`, { headers: headersOf(access, await login(access)) });
  expect([list.status, await list.json()]).toEqual([200, []]);
});

test.each([
  ['a key', ['start', '--port', '0', '--database', 'FOLDER/a.sqlite', '--key-file', 'FOLDER/secret']],
  ['a password', ['user', 'add', '--name', 'a', '--database', 'FOLDER/a.sqlite', '--password-file', 'FOLDER/secret']],
  ['the password of a database', ['migrate', '--key-file', 'FOLDER/a.key', '--config', 'FOLDER/secret']],
])('D-11: a file with %s that others may read is refused with the command that mends it', async (what, args) => {
  const file = join(folder, 'secret');
  writeFileSync(file, what === 'a key' ? Buffer.alloc(32).toString('base64') : 'database: postgres://bc:hunter2@127.0.0.1:1/none\n');
  for (const mode of [0o644, 0o640, 0o604, 0o620]) {
    chmodSync(file, mode);
    const { status, stderr } = await run(...args.map((arg) => arg.replace('FOLDER', folder)));
    expect(status).toBe(2);
    expect(stderr).toMatch(/^business-cloud-service: [^\n]+\n$/);
    expect(stderr).toContain(`chmod 600 ${file}`);
    expect(stderr).not.toContain('hunter2');
  }
  chmodSync(file, 0o600);
  // Another reason, or none.
  if (what !== 'a key') expect((await run(...args.map((arg) => arg.replace('FOLDER', folder)))).stderr).not.toContain('chmod');
});

test('a configuration without a password may be read by all', async () => {
  const file = join(folder, 'config.yaml');
  writeFileSync(file, `database: ${join(folder, 'a.sqlite')}\n`, { mode: 0o644 });
  expect((await run('company', 'list', '--config', file)).status).toBe(0);
});

test('what demo writes is its owner’s alone, though the file was there', async () => {
  const file = join(folder, 'conformance.yaml');
  writeFileSync(file, '', { mode: 0o644 });
  await started(/^ready: /, 'demo', '--port', '0', '--write-config', file);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('a key file that holds no key is refused', async () => {
  const file = join(folder, 'short.key');
  writeFileSync(file, 'c2hvcnQ=', { mode: 0o600 });
  expect((await run('start', '--key-file', file)).stderr).toContain('short.key must hold 32 bytes');
});

interface Config {
  readonly service: { readonly adminUrl: string };
  readonly credentials: { readonly userName: string; readonly password: string; readonly apiKey: string };
  readonly companies: readonly { readonly licenseKey: string }[];
}

function headersOf({ credentials, companies }: Config, token: string): Record<string, string> {
  return {
    Authorization: `Bearer ${token}`,
    'X-Service-ApiKey': credentials.apiKey,
    'X-Service-LicenseKey': companies[0]?.licenseKey ?? '',
  };
}

async function login({ service, credentials }: Config): Promise<string> {
  const answer = await fetch(`${service.adminUrl}/api/v3/authenticate`, {
    method: 'POST',
    headers: { 'X-Service-ApiKey': credentials.apiKey, 'Content-Type': 'application/json' },
    body: JSON.stringify({ UserName: credentials.userName, Password: credentials.password }),
  });
  return answer.headers.get('X-Token') ?? '';
}

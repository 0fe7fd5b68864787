import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { sign } from '../../src/index.ts';
import { createTestSender } from '../../src/testing.ts';
import { serve } from '../adapter/served.ts';
import { listen, run } from './terminal.ts';

const SECRET = 'whsec_command';

async function fileOf(bytes: string | Uint8Array): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'command-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'file'), bytes);
  return join(folder, 'file');
}

describe('listen and send', () => {
  test('what is sent is received, printed once, and counted', async () => {
    const { url, lines, stop } = await listen(['--secret', SECRET]);
    expect(await run(['send', url, '--type', 'Documento.Emit', '--times', '3', '--secret', SECRET])).toMatchObject({
      code: 0,
      out: ['204', '204', '204'],
    });
    expect(lines).toEqual([
      expect.stringMatching(/^accepted Documento\.Emit [-0-9a-f]{36} company 1 webhook 1$/),
      expect.stringMatching(/^duplicate /),
      expect.stringMatching(/^duplicate /),
    ]);
    const effects: unknown = await (await fetch(new URL('/effects', url))).json();
    expect(effects).toEqual({ processed: { [String(lines[0]?.split(' ')[2])]: 1 } });
    expect(await stop()).toBe(0);
  });

  test('what is refused is printed with its reason, and send exits 1', async () => {
    const { url, lines } = await listen(['--secret', SECRET, '--secret', 'whsec_other', '--tolerance', '10']);
    const refusals = [
      ['--tamper', 'body'],
      ['--tamper', 'no-header'],
      ['--delay', '11'],
      ['--delay', '-20'],
    ];
    for (const options of refusals) expect((await run(['send', url, ...options, '--secret', SECRET])).code).toBe(1);
    expect(lines.map((line) => line.split(':')[0])).toEqual([
      'refused mismatch',
      'refused missing-header',
      'refused too-old',
      'refused too-new',
    ]);
    expect((await run(['send', url, '--secret', 'whsec_other'])).code).toBe(0);
    expect(lines.at(-1)).toMatch(/webhook 2$/);
  });

  test('the bytes of a file are sent as they are, and events are printed as JSON', async () => {
    const { url, lines } = await listen(['--json', '--secret', SECRET, '--header-word', 'Acme']);
    const file = await fileOf('{ "type": "Altro.Create", "object": 1.0, "eventGuid": "g", "companyId": 1 }');
    expect(await run(['send', url, '--body', file, '--secret', SECRET, '--header-word', 'Acme'])).toMatchObject({ code: 0 });
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      { Type: 'Altro.Create', Object: 1, EventGuid: 'g', CompanyId: 1, ApplicationId: null },
    ]);
  });

  test('a delivery cannot write to the terminal', async () => {
    const { url, lines } = await listen(['--secret', SECRET]);
    const body = Buffer.from(JSON.stringify({ Type: '\u001b[2J\nfake', Object: {}, EventGuid: '\r\u009b31m', CompanyId: 1 }));
    await createTestSender({ to: url, secret: SECRET }).send({ body });
    expect(lines).toEqual([expect.stringContaining('\\u001b[2J\\u000afake \\u000d\\u009b31m')]);
    expect(lines.join('')).not.toMatch(/\p{Cc}/u);
  });

  test('a refusal quotes nothing that a terminal obeys, and nothing without end', async () => {
    const { url, lines } = await listen(['--secret', SECRET]);
    await fetch(url, { method: 'POST', body: 'x', headers: { 'Content-Encoding': `\u009b31m${'x'.repeat(5000)}` } });
    expect(lines).toEqual([expect.stringMatching(/^refused body-encoded: /)]);
    expect(lines.join('')).not.toMatch(/\p{Cc}/u);
    expect(lines.join('').length).toBeLessThan(300);
  });

  test('what a receiver answers is printed alike', async () => {
    const answer = `\u001b]0;title\u0007${'x'.repeat(5000)}`;
    const { url } = await serve((_, response) => void response.writeHead(400).end(answer));
    const { out } = await run(['send', url, '--secret', SECRET]);
    expect(out).toEqual([expect.stringMatching(/^400 \\u001b\]0;title\\u0007x{100}/)]);
    expect(out.join('').length).toBeLessThanOrEqual(1000);
  });

  test('RCV-15: an address that is not listed is refused, even behind a trusted proxy', async () => {
    const { url, lines } = await listen(['--secret', SECRET, '--sender', '203.0.113.7', '--trusted-proxy', '127.0.0.1']);
    expect((await run(['send', url, '--secret', SECRET])).code).toBe(1);
    expect(lines[0]).toMatch(/^refused sender-not-allowed/);
  });
});

describe('verify', () => {
  const body = Buffer.from([0xef, 0xbb, 0xbf, 0x7b, 0x7d, 0x0a]);
  const header = sign({ body, secret: SECRET, timestamp: 1000 });

  test('bytes that were signed so are genuine; others are refused, with exit 1', async () => {
    const file = await fileOf(body);
    const secretFile = await fileOf(`${SECRET}\n`);
    const options = ['verify', '--header', header, '--body', file, '--now', '1010'];
    expect(await run([...options, '--secret', SECRET])).toEqual({ code: 0, out: ['genuine: signed 10 s ago'], err: [] });
    expect(await run([...options, '--secret-file', secretFile])).toMatchObject({ code: 0 });
    expect(await run(options, { BUSINESS_CLOUD_WEBHOOK_SECRET: SECRET })).toMatchObject({ code: 0 });
    expect(await run([...options, '--secret', 'x'])).toMatchObject({ code: 1, out: [expect.stringMatching(/^refused: mismatch: /)] });
    expect(await run([...options, '--secret', SECRET, '--tolerance', '9'])).toMatchObject({
      code: 1,
      out: [expect.stringMatching(/^refused: too-old: /)],
    });
  });
});

test.for([[], ['--help'], ['listen', '-h']])('%j', async (args) => {
  const { code, out } = await run(args);
  expect([code, out.join('').includes('Examples:')]).toEqual(args.length === 0 ? [2, false] : [0, true]);
});

test.for([
  ['lisen'],
  ['toString'],
  ['listen', '--secret', ''],
  ['listen', '--secret'],
  ['listen', '--prot', '1', '--secret', 's'],
  ['listen', '--port', '65536', '--secret', 's'],
  ['listen', '--port', '1e3', '--secret', 's'],
  ['listen', '--host', '203.0.113.1', '--secret', 's'],
  ['listen', '--sender', 'nowhere', '--secret', 's'],
  ['listen', '--trusted-proxy', '127.0.0.1', '--secret', 's'],
  ['listen', '--tls-cert', 'only.pem', '--secret', 's'],
  ['listen', '--tls-cert', import.meta.filename, '--tls-key', import.meta.filename, '--secret', 's'],
  ['listen', '--secret-file', '/does/not/exist'],
  ['listen', '--header-word', 'two words', '--secret', 's'],
  ['send', '--secret', 's'],
  ['send', 'ftp://127.0.0.1/', '--secret', 's'],
  ['send', 'http://127.0.0.1:9/', '--secret', 's', '--type', 'Documento.Explode'],
  ['send', 'http://127.0.0.1:9/', '--secret', 's', '--tamper', 'everything'],
  ['send', 'http://127.0.0.1:9/', '--secret', 's', '--times', '0'],
  ['send', 'http://127.0.0.1:9/', '--secret', 's', '--secret', 't'],
  ['send', 'http://127.0.0.1:9/', '--secret', 's', '--type', 'Documento.Emit', '--body', 'x'],
  ['send', 'http://127.0.0.1:9/', 'http://127.0.0.1:9/', '--secret', 's'],
  ['send', 'http://127.0.0.1:9/', '--secret', 's'],
  ['verify', '--secret', 's', '--body', 'x'],
  ['verify', '--secret', 's', '--header', 'x'],
  ['verify', '--secret', 's', '--header', 'x', '--body', '/does/not/exist'],
  ['verify', '--secret', 's', '--header', 'x', '--body', 'x', '--now', 'today'],
  ['verify', '--secret', 's', '--header', 'x', '--body', 'x', '--tolerance', '-1'],
])('bad input is one sentence and exit code 2: %j', async (args) => {
  const { code, out, err } = await run(args);
  expect([code, out]).toEqual([2, []]);
  expect(err).toEqual([expect.stringMatching(/^business-cloud-events: [^\n]+[.?]$/)]);
});

test('the command itself ends with its exit code', async () => {
  const cli = join(import.meta.dirname, '../../src/cli.ts');
  const failed: unknown = await promisify(execFile)(process.execPath, [cli, 'lisen']).catch((error: unknown) => error);
  expect(failed).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(/^business-cloud-events: .*\n$/) });
});

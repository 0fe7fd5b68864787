import { createHmac } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { startReceiver } from '../../mutants/peer/faulty-receiver.ts';
import type { ReceiverParts } from '../../mutants/peer/receiver-parts.ts';
import { served } from '../receivers/served.ts';
import { runIn } from './command-line.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'conformance-receiver-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** The flags that describe a receiver, which runs until the test ends. */
async function described(
  parts?: Partial<ReceiverParts>,
): Promise<{ readonly flags: readonly string[]; readonly url: string; readonly secret: string }> {
  const { target, close } = await startReceiver(parts);
  onTestFinished(close);
  const { url, secret } = target;
  return { flags: ['--target', url, '--secret', secret], url, secret };
}

describe('business-cloud-conformance receiver', () => {
  test('answers 0 for a receiver that keeps the rules, and says what could not be seen', async () => {
    const { flags } = await described();
    const { code, out } = await runIn(folder, 'receiver', ...flags, '--budget', 'quick');
    expect(out).toContain('--effects');
    expect(out.trimEnd().split('\n').at(-1)).toMatch(/^conforms: 15 of 16 rules that bind it; 3 not judged/);
    expect(code).toBe(0);
  });

  test('answers 1 for one that breaks a rule, with reports of every kind', async () => {
    const { flags, url } = await described({ anyMatches: ([first], isRight) => first !== undefined && isRight(first) });
    const reports = ['console', 'json=r.json', 'html=r.html', 'junit=r.xml', 'sarif=r.sarif', 'markdown=r.md', 'github=r.txt'];
    const all = reports.flatMap((report) => ['--reporter', report]);
    const { code, out } = await runIn(folder, 'receiver', ...flags, '--rule', 'RCV-06', ...all);
    expect(code).toBe(1);
    expect(out).toMatch(/business-cloud-conformance receiver --target \S+ --secret "\$\{SECRET\}".* --rule RCV-06 --seed/);
    const json = JSON.parse(readFileSync(join(folder, 'r.json'), 'utf8'));
    expect(json).toMatchObject({
      schemaVersion: 1,
      target: { role: 'receiver', url },
      summary: { fail: 1 },
      rules: [{ id: 'RCV-06', role: 'receiver' }],
    });
    expect(readFileSync(join(folder, 'r.html'), 'utf8')).toContain('The receiver does not conform');
    for (const file of ['r.xml', 'r.sarif', 'r.md', 'r.txt']) expect(readFileSync(join(folder, file), 'utf8')).toContain('RCV-06');
    expect(JSON.parse(readFileSync(join(folder, 'r.sarif'), 'utf8')).runs[0].results).toMatchObject([
      { locations: [{ physicalLocation: { artifactLocation: { uri: 'receiver.yaml' }, region: { startLine: 1 } } }] },
    ]);
    const again = await runIn(folder, 'replay', 'r.json', ...flags);
    expect([again.code, again.out]).toEqual([1, expect.stringContaining('broken: RCV-06')]);
  });

  test('answers 2 if the receiver does not answer', async () => {
    const { flags } = await described({ answer: (_status, response) => void response.destroy() });
    const { code, err } = await runIn(folder, 'receiver', ...flags);
    expect([code, err]).toEqual([
      2,
      expect.stringMatching(/^business-cloud-conformance: target: .* cannot be reached \(UND_ERR_SOCKET\); .*\n$/),
    ]);
  });

  test.for([
    ['no target', ['--secret', 's'], '--target is missing: name the URL of the receiver.'],
    ['no secret', ['--target', 'http://127.0.0.1:9'], '--secret is missing: name the secret of its webhook.'],
    ['an address of nothing', ['--target', 'localhost', '--secret', 's'], '--target: localhost is not the address of a receiver;'],
    [
      'a tolerance in words',
      ['--target', 'http://a', '--secret', 's', '--tolerance', '5m'],
      '--tolerance must be a whole number from 1 to 86400; it is 5m.',
    ],
    [
      'both kinds of effects',
      ['--target', 'http://a', '--secret', 's', '--effects', 'http://a', '--effects-command', 'x'],
      '--effects-command: is given together with effects;',
    ],
    [
      'a rule of another role',
      ['--target', 'http://a', '--secret', 's', '--rule', 'IDEM-03'],
      '--rule: no receiver rule is called IDEM-03; use an id such as RCV-03',
    ],
    ['a file that is not there', ['--config', 'none.yaml'], 'none.yaml: cannot be read (ENOENT);'],
  ] as const)('says in one sentence that it got %s', async ([, args, sentence]) => {
    const { code, err } = await runIn(folder, 'receiver', ...args);
    expect(err).toContain(sentence);
    expect(err.trimEnd().split('\n')).toHaveLength(1);
    expect(code).toBe(2);
  });

  test('reads a file that init has written, and flags win over it', async () => {
    const { url, secret } = await described();
    const own = mkdtempSync(join(folder, 'init-'));
    const written = await runIn(own, 'init', '--role', 'receiver');
    expect([written.code, written.out]).toEqual([0, expect.stringContaining('doctor --role receiver')]);
    const template = readFileSync(join(own, 'receiver.yaml'), 'utf8');
    writeFileSync(join(own, 'receiver.yaml'), template.replace(/^target: \S+/m, `target: ${url}`).replace('whsec_...', 'not-its-secret'));
    const budget = ['--budget', 'quick', '--rule', 'RCV-01'];
    const refused = await runIn(own, 'receiver', ...budget, '--reporter', 'sarif');
    expect(refused.code).toBe(1);
    expect(JSON.parse(refused.out).runs[0].results).toMatchObject([
      { locations: [{ physicalLocation: { artifactLocation: { uri: 'receiver.yaml' }, region: { startLine: 3 } } }] },
    ]);
    expect((await runIn(own, 'receiver', '--secret', secret, ...budget)).code).toBe(0);
  });

  test('shows the options for receivers in its help, as doctor does', async () => {
    const { out } = await runIn(folder, 'receiver', '--help');
    expect(out).toContain('a receiver that is starting');
    expect(out).not.toMatch(/IDEM-|a service that is starting|remove what it created/);
    const doctor = await runIn(folder, 'doctor', '--role', 'receiver', '--help');
    expect([doctor.code, doctor.out]).toEqual([0, expect.stringContaining('--effects-command CMD')]);
    expect((await runIn(folder, 'doctor', '--role', 'receiver', '--profile', 'stated')).err).toContain('--profile');
  });

  test('plans without sending anything', async () => {
    const { code, out } = await runIn(folder, 'receiver', '--target', 'http://127.0.0.1:9/hook', '--secret', 's', '--plan');
    expect([code, out]).toEqual([0, expect.stringMatching(/^Nothing was sent\.[\s\S]*16 rules[\s\S]*RCV-19/)]);
  });
});

describe('business-cloud-conformance doctor --role receiver', () => {
  test('says that a run can begin, and what it would not judge', async () => {
    const { flags, url } = await described();
    const { code, out } = await runIn(folder, 'doctor', '--role', 'receiver', ...flags);
    expect(out).toContain(`✓ receiver: ${url} answers 204 to a valid delivery, and 401 to one without a signature`);
    expect(out).toContain('· effects: none;');
    expect(code).toBe(0);
  });

  test('says what to correct where right deliveries are refused', async () => {
    const { flags } = await described();
    const { code, out } = await runIn(
      folder,
      'doctor',
      '--role=receiver',
      ...flags.slice(0, 2),
      '--secret',
      'another',
      '--foreign-address',
      '192.0.2.1',
    );
    expect(out).toMatch(/✗ receiver: .* answers 401 to a valid delivery/);
    expect(out).toMatch(/✗ foreignAddress: this machine cannot send from 192\.0\.2\.1/);
    expect([code, out]).toEqual([2, expect.stringContaining('2 to correct.')]);
  });
});

describe('business-cloud-conformance doctor --role receiver, where right deliveries are refused,', () => {
  const secret = 'whsec_c2VjcmV0';
  const hmac = (key: string | Buffer, text: string, encoding: 'hex' | 'base64' = 'hex'): string =>
    createHmac('sha256', key).update(text).digest(encoding);

  test.for<readonly [mistake: string, isRight: (delivery: { t?: string; v1?: string; v2?: string; body: string }) => boolean]>([
    ['it reads the JSON and writes it again', ({ t, v2, body }) => v2 === hmac(secret, `${t}.${inPython(body)}`)],
    ['it signs the body alone', ({ v2, body }) => v2 === hmac(secret, body)],
    ['it signs the timestamp and the body without the point', ({ t, v2, body }) => v2 === hmac(secret, `${t}${body}`)],
    ['it expects the signature in Base64', ({ t, v2, body }) => v2 === hmac(secret, `${t}.${body}`, 'base64')],
    ['it takes the prefix off the secret', ({ t, v2, body }) => v2 === hmac('c2VjcmV0', `${t}.${body}`)],
    ['it reads the secret as Base64', ({ t, v2, body }) => v2 === hmac('secret', `${t}.${body}`)],
    ['it looks for the signature in v1', ({ t, v1, body }) => v1 === hmac(secret, `${t}.${body}`)],
    ['it expects milliseconds in t', ({ t, v2, body }) => t?.length === 13 && v2 === hmac(secret, `${t}.${body}`)],
    ['check that the path, secret and headerWord (Service) are those of the receiver', () => false],
  ])('says: %s', async ([mistake, isRight]) => {
    const url = await served(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      const { 'service-signature': header = '' } = request.headers;
      const elements = Object.fromEntries(
        String(header)
          .split(',')
          .map((element) => element.split(/=(.*)/s)),
      );
      response.writeHead(isRight({ ...elements, body: Buffer.concat(chunks).toString() }) ? 204 : 401).end();
    });
    const { code, out } = await runIn(folder, 'doctor', '--role', 'receiver', '--target', url, '--secret', secret);
    expect(out).toContain(`answers 401 to a valid delivery, and 401 to one without a signature; ${mistake}`);
    expect(code).toBe(2);
  });
});

/** The body as Python's json.dumps writes it. */
function inPython(body: string): string {
  const written = (value: unknown): string => {
    if (Array.isArray(value)) return `[${value.map(written).join(', ')}]`;
    if (typeof value === 'object' && value !== null)
      return `{${Object.entries(value)
        .map(([name, member]) => `${written(name)}: ${written(member)}`)
        .join(', ')}}`;
    return JSON.stringify(value).replaceAll(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  };
  return written(JSON.parse(body));
}

test('rules --role receiver lists only the rules of receivers, each with a check or the reason why there is none', async () => {
  const { code, out } = await runIn(folder, 'rules', '--role', 'receiver', '--json');
  const rows: readonly { rule: string; check: string | null; unchecked: string | null }[] = JSON.parse(out);
  expect(rows).toHaveLength(19);
  expect(rows.filter(({ check }) => check === null).map(({ rule }) => rule)).toEqual(['RCV-17', 'RCV-18']);
  expect(code).toBe(0);
});

import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { ShownExchange } from '../../../src/model/evidence.ts';
import type { Call } from '../../../src/model/exchange.ts';
import type { RuleFailure } from '../../../src/model/result.ts';
import { failureScript } from '../../../src/report/scripts/failure-script.ts';
import { sampleFailure } from '../sample-result.ts';

const folder = mkdtempSync(join(tmpdir(), 'business-cloud-curl-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

// A fake curl that logs its arguments and answers that 77 was created. A single printf is a single write, so parallel calls do not mix.
const log = join(folder, 'log');
const END_OF_CALL = 'end of the call';
writeFileSync(
  join(folder, 'curl'),
  `#!/bin/sh\nprintf '%s\\0' "$@" '${END_OF_CALL}' >> '${log}'\nprintf 'HTTP/1.1 201\\r\\n\\r\\n{"nome":"x","id":77,"concurrencyToken":1}'\n`,
);
chmodSync(join(folder, 'curl'), 0o755);

const service = {
  role: 'service',
  adminUrl: 'http://127.0.0.1:8080/admin',
  customerUrl: 'http://127.0.0.1:8080',
  version: 'v3',
  headerWord: 'Service',
} as const;
const KEY = '6c84fb90-12c4-41e1-840d-725b3fbaef29';

function exchange(call: Partial<Call>, body = '{}', status = 201): ShownExchange {
  const whole = { method: 'POST', url: 'http://127.0.0.1:8080/api/v3/1/Anagrafica', headers: [], ...call };
  return {
    call: whole,
    answer: { status, rawHeaders: [], body },
    why: 'this was judged',
    pinned: true,
    startedAt: 0,
    durationMs: 1,
  };
}

/** The script of a failure with these exchanges. */
function curlScript(exchanges: readonly ShownExchange[], target: typeof service, changes: Partial<RuleFailure> = {}): string {
  return failureScript({ id: 'IDEM-03', statement: 'a statement' }, { ...sampleFailure, exchanges, ...changes }, target);
}

/** Runs the script. @returns the arguments of each curl */
function run(
  script: string,
  env: Readonly<Record<string, string>> = {},
): { readonly status: number | null; readonly calls: readonly (readonly string[])[] } {
  rmSync(log, { force: true });
  writeFileSync(log, '');
  const { status } = spawnSync('sh', ['-c', script], { env: { PATH: `${folder}:${process.env.PATH}`, ...env } });
  const calls = readFileSync(log, 'utf8').split(`\0${END_OF_CALL}\0`).slice(0, -1);
  return { status, calls: calls.map((line) => line.split('\0')) };
}

describe('the curl script', () => {
  test('sends every character as it was, whatever a shell makes of it', () => {
    const body = `{"nome":"a \\"b\\" $HOME \`id\` $(id) <b>bold</b> 'x' \\\\ è 🚲 !"}\nline`;
    const { calls } = run(curlScript([exchange({ body, headers: [['X-Odd', '$PATH "quoted" \\']] })], service));
    expect(calls).toEqual([
      ['-sS', '-i', '-X', 'POST', 'http://127.0.0.1:8080/api/v3/1/Anagrafica', '-H', 'X-Odd: $PATH "quoted" \\', '--data-binary', body],
    ]);
  });

  test('sends a body that is no UTF-8 byte by byte', () => {
    const script = curlScript([exchange({ body: '{"nome":"é"}', encoding: 'latin1' })], service);
    expect(run(script).calls).toEqual([['-sS', '-i', '-X', 'POST', 'http://127.0.0.1:8080/api/v3/1/Anagrafica', '--data-binary', '@-']]);
    expect(script).toContain(`printf %s "{\\"nome\\":\\"é\\"}" | iconv -f UTF-8 -t ISO-8859-1 | curl`);
  });

  test('reads secrets from the environment, and sends nothing without them', () => {
    const headers = [
      ['X-Service-LicenseKey', '<LICENSE_KEY of company 2>'],
      ['Authorization', 'Bearer <ACCESS_TOKEN>'],
    ] as const;
    const script = curlScript([exchange({ headers })], service);
    expect(run(script).calls).toEqual([]);
    expect(run(script).status).not.toBe(0);
    const { calls } = run(script, { LICENSE_KEY_OF_COMPANY_2: 'l2', ACCESS_TOKEN: 't' });
    expect(calls[0]).toEqual(expect.arrayContaining(['X-Service-LicenseKey: l2', 'Authorization: Bearer t']));
  });

  test('sends a new key where the suite had drawn one, the same wherever it was the same', () => {
    const keyed = (value: string): ShownExchange => exchange({ headers: [['Idempotency-Key', value]] });
    const sent = run(curlScript([keyed(KEY), keyed(KEY), keyed('chosen for a reason')], service)).calls.map((call) => call.at(-1));
    expect(sent[0]).toMatch(/^Idempotency-Key: again-\d+-\d+-1-1$/);
    expect(sent[1]).toBe(sent[0]);
    expect(sent[2]).toBe('Idempotency-Key: chosen for a reason');
  });

  test('acts on the objects that it created itself', () => {
    const url = 'http://127.0.0.1:8080/api/v3/41/Anagrafica/41';
    const { calls } = run(
      curlScript(
        [exchange({}, '{"id":41}'), exchange({ method: 'GET', url, subject: '41' }), exchange({ method: 'GET', url: `${url}0` })],
        service,
      ),
    );
    expect(calls.map((call) => call[4])).toEqual([
      'http://127.0.0.1:8080/api/v3/1/Anagrafica',
      'http://127.0.0.1:8080/api/v3/41/Anagrafica/77',
      `${url}0`,
    ]);
  });

  test('sends back the tokens that its own answers hold, in the order in which the run had them', () => {
    const url = 'http://127.0.0.1:8080/api/v3/1/Anagrafica/41';
    const put = (token: number): Partial<Call> => ({ method: 'PUT', url, subject: '41', body: `{"nome":"x","concurrencyToken":${token}}` });
    const script = curlScript(
      [
        exchange({}, '{"id":41,"concurrencyToken":5}'),
        exchange(put(5), '{"id":41,"concurrencyToken":6}'),
        exchange(put(6), '{"id":41,"concurrencyToken":7}'),
        exchange(put(5), '{}', 422),
        exchange(put(9), '{}', 422),
      ],
      service,
    );
    expect(script.match(/TOKEN_\d=/g)).toEqual(['TOKEN_1=', 'TOKEN_2=']);
    const sent = [...script.matchAll(/concurrencyToken\\":(?:\$\{(\w+)\}|(\d+))/g)].map(([, name, value]) => name ?? value);
    expect(sent).toEqual(['TOKEN_1', 'TOKEN_2', 'TOKEN_1', '9']);
    expect(
      run(script)
        .calls.map((call) => call.at(-1))
        .slice(1, 3),
    ).toEqual(Array(2).fill('{"nome":"x","concurrencyToken":1}'));
  });

  test('asks for a token itself where the environment has none', () => {
    const headers = [['Authorization', 'Bearer <first 20 characters of ACCESS_TOKEN>']] as const;
    const script = curlScript([exchange({ headers })], service);
    const { calls } = run(script, { USER_NAME: 'me', PASSWORD: 'p', API_KEY: 'k' });
    expect(calls[0]).toEqual(
      expect.arrayContaining([
        'http://127.0.0.1:8080/admin/api/v3/authenticate',
        'X-Service-ApiKey: k',
        '{"UserName":"me","Password":"p"}',
      ]),
    );
    expect(run(script, { ACCESS_TOKEN: 'abcdefghijklmnopqrstuvwxyz' }).calls).toEqual([
      expect.arrayContaining(['Authorization: Bearer abcdefghijklmnopqrst']),
    ]);
  });

  test('extends a secret, changes one, and uses its own wrong value for a hidden one', () => {
    const headers = [
      ['X-Service-ApiKey', '<API_KEY and 4 more characters>'],
      ['X-Service-LicenseKey', '<another value>'],
      ['Authorization', 'Bearer <ACCESS_TOKEN with character 3 changed>'],
    ] as const;
    const sent = (token: string) => run(curlScript([exchange({ headers })], service), { API_KEY: 'k', ACCESS_TOKEN: token }).calls[0];
    expect(sent('abcdef')).toEqual(
      expect.arrayContaining(['X-Service-ApiKey: kxxxx', 'X-Service-LicenseKey: another-value', 'Authorization: Bearer abxdef']),
    );
    expect(sent('abxdef')).toContain('Authorization: Bearer abydef');
  });

  test('sends simultaneous requests at once, in several rounds, and cuts where the suite did', () => {
    const script = curlScript(
      [
        { ...exchange({}), together: 1 },
        { ...exchange({}), together: 1, onPurpose: true, durationMs: 70 },
      ],
      service,
      {
        expected: 'one 2xx that is not a replay',
      },
    );
    expect(script.match(/ &$/gm)).toHaveLength(2);
    expect(script).toMatch(/&\nwait\n/);
    const { calls, status } = run(script);
    expect(calls).toHaveLength(2);
    expect(calls.filter((call) => call.includes('--max-time')).map((call) => call.slice(2, 4))).toEqual([['--max-time', '0.070']]);
    expect(status).toBe(1);
  });

  test.for([
    ['201', 409, 0],
    ['2xx', 409, 0],
    ['409 or 422', 201, 1],
    ['a refusal', 201, 1],
    ['any status but 2xx', 201, 1],
    ['Idempotent-Replayed: true', 201, 1],
  ] as const)('where %s was expected and %i came, says by what comes now whether the rule holds', ([expected, came, code]) => {
    expect(run(curlScript([exchange({}, '{}', came)], service, { expected })).status).toBe(code);
  });

  test.for([
    [{ expected: '201' }, 'compare the answer'],
    [{ clockMoved: true }, "moved the target's clock"],
    [{ expected: 'the whole object' }, 'compare the answer'],
  ] as const)('says where no script can tell: %j', ([changes, said]) => {
    const script = curlScript([exchange({}, '{}', 201)], service, changes);
    expect(script).toContain(said);
    expect(run(script).status).toBe(2);
  });

  test('deletes what it created, the newest first', () => {
    const create = (path: string): ShownExchange => exchange({ operation: 'createWebhook', url: `http://127.0.0.1:8080/${path}` });
    const { calls } = run(curlScript([create('a'), create('b')], service));
    expect(calls.slice(2).map((call) => call.slice(2, 5))).toEqual([
      ['-X', 'DELETE', 'http://127.0.0.1:8080/b/77'],
      ['-X', 'DELETE', 'http://127.0.0.1:8080/a/77'],
    ]);
  });
});

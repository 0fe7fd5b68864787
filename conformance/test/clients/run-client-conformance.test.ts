import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { clientOf } from '../../mutants/peer/faulty-client.ts';
import { type ClientFunction, parseClientTarget, type RuleResult, runClientConformance } from '../../src/index.ts';

async function judge(
  client: ClientFunction | readonly string[],
  rules: readonly string[] = [],
  scenarioTimeout = '20s',
): Promise<readonly RuleResult[]> {
  const target = parseClientTarget({ client, scenarioTimeout });
  return (await runClientConformance(target, { profile: 'reference', budget: 'quick', seed: 1, rules })).rules;
}

function outcomes(rules: readonly RuleResult[]): readonly string[] {
  return rules.map(({ id, outcome }) => `${id} ${outcome}`);
}

/** A command of Node with this program. */
function program(text: string): readonly string[] {
  return [process.execPath, '--input-type=module', '-e', text];
}

describe('a client', () => {
  test('that keeps all rules passes them, under two names of the product', async () => {
    const target = parseClientTarget({ client: clientOf(), headerWord: 'Fatture' });
    const { rules, summary, cleanup, conclusion } = await runClientConformance(target, { profile: 'reference', budget: 'quick', seed: 1 });
    expect(rules.filter(({ outcome }) => outcome !== 'pass').map(({ id, failure, reason }) => [id, failure ?? reason])).toEqual([]);
    expect(summary).toEqual({ pass: 11, fail: 0, skip: 0, inconclusive: 0, error: 0 });
    expect(cleanup.left).toEqual([]);
    expect(conclusion.exitCode).toBe(0);
  });

  test('that sends no keys is judged by the other rules, and those about keys say why not', async () => {
    const rules = await judge(clientOf({ newKey: () => undefined }), ['CLI-06', 'CLI-07', 'CLI-08', 'CLI-09']);
    expect(rules.map(({ outcome, lacks }) => [outcome, lacks])).toEqual([
      ['skip', 'no idempotency keys'],
      ['skip', 'lost writes are not repeated'],
      ['pass', undefined],
      ['skip', 'no idempotency keys'],
    ]);
  });

  test('that can do none of the scenarios breaks no rule', async () => {
    const client: ClientFunction = async ({ CONFORMANCE_CUSTOMER_URL }) => {
      await fetch(CONFORMANCE_CUSTOMER_URL);
      throw new Error('not written yet');
    };
    const rules = await judge(client, ['CLI-04', 'CLI-06', 'CLI-09', 'CLI-10']);
    expect(outcomes(rules)).toEqual(['CLI-04 skip', 'CLI-06 skip', 'CLI-09 skip', 'CLI-10 inconclusive']);
  });

  test('that never logs in correctly breaks only the rule of the login', async () => {
    const rules = await judge(clientOf({ loginUrl: ({ CONFORMANCE_ADMIN_URL: admin }) => `${admin}/api/v3/login` }));
    expect(rules.filter(({ outcome }) => outcome === 'fail').map(({ id, failure }) => [id, failure?.expected])).toEqual([
      ['CLI-01', 'POST /api/v3/authenticate'],
    ]);
    expect(rules.find(({ id }) => id === 'CLI-03')).toMatchObject({
      outcome: 'inconclusive',
      reason: 'the client never has a token: see CLI-01',
    });
  });

  test('that sends nothing is not judged', async () => {
    await expect(judge(async () => {})).rejects.toThrow('the client sends no request');
    await expect(judge(program('console.error("no settings"); process.exit(3)'))).rejects.toThrow(/exit status 3: no settings/);
  });

  test('that cannot be started is named', async () => {
    await expect(judge(['no-such-command-anywhere'])).rejects.toThrow('the command no-such-command-anywhere cannot be started (ENOENT)');
  });
});

describe('a client that does not end', () => {
  test('is ended with all its processes, fails the rule, and does not stop the other rules', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'hanging-client-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = join(folder, 'pids');
    // If the login is refused, the client starts another process, and both wait forever.
    const client = program(`
      import { spawn } from 'node:child_process';
      import { appendFileSync } from 'node:fs';
      const { CONFORMANCE_ADMIN_URL: admin, CONFORMANCE_CUSTOMER_URL: customer, CONFORMANCE_COMPANY_ID: company } = process.env;
      const login = await fetch(admin + '/api/v3/authenticate', { method: 'POST', body: '{}' });
      if (login.status === 401) {
        const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' });
        appendFileSync(${JSON.stringify(file)}, process.pid + ' ' + child.pid + ' ');
        setInterval(() => {}, 1000);
      } else {
        const authorization = 'Bearer ' + login.headers.get('x-token');
        const answer = await fetch(customer + '/api/v3/' + company + '/articolo/7', { headers: { authorization } });
        process.exitCode = answer.ok ? 0 : 1;
      }`);
    const rules = await judge(client, ['CLI-05', 'CLI-10'], '3s');
    expect(outcomes(rules)).toEqual(['CLI-05 fail', 'CLI-10 inconclusive']);
    expect(rules[0]?.failure).toMatchObject({
      message: expect.stringContaining('must finish when a 401 comes to every authenticate'),
      actual: 'it was still running after 3 s, and was stopped',
    });
    const pids = readFileSync(file, 'utf8').trim().split(' ').map(Number);
    expect(pids).toHaveLength(2);
    await expect.poll(() => pids.filter(isRunning), { timeout: 30_000 }).toEqual([]);
  });

  test('that retries without end is ended early, and its requests are shown', async () => {
    const client = clientOf({ next: ({ status }) => (status === 401 ? { token: 'new' } : 'stop') });
    const [rule] = await judge(client, ['CLI-05'], '60s');
    expect(rule?.failure?.actual).toBe('it sent more than 200 requests, and was stopped');
    expect(rule?.failure?.exchanges.length).toBeGreaterThan(0);
  });
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

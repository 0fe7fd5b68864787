import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';
import { runIn } from './command-line.ts';
import { startTarget } from './faulty-target.ts';

const folder = mkdtempSync(join(tmpdir(), 'business-cloud-scripts-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The environment variables that a script needs, from the configuration of a target. */
interface Described {
  readonly service: { readonly customerUrl: string };
  readonly credentials: { readonly userName: string; readonly password: string; readonly apiKey: string };
  readonly companies: readonly { readonly id: number; readonly licenseKey: string }[];
}

function described(config: string): Described {
  return JSON.parse(readFileSync(config, 'utf8'));
}

function environmentOf({ credentials, companies }: Described): Record<string, string> {
  const keys = companies.map(({ id, licenseKey }) => [`LICENSE_KEY_OF_COMPANY_${id}`, licenseKey]);
  return { USER_NAME: credentials.userName, PASSWORD: credentials.password, API_KEY: credentials.apiKey, ...Object.fromEntries(keys) };
}

interface Sent {
  readonly code: number;
  readonly out: string;
}

/** Runs a script against another service than the one it was written for. */
async function send(file: string, from: Described, to: Described): Promise<Sent> {
  const script = join(folder, `${Math.random()}.sh`);
  writeFileSync(script, readFileSync(file, 'utf8').replaceAll(from.service.customerUrl, to.service.customerUrl));
  const env = { PATH: process.env.PATH ?? '', ...environmentOf(to) };
  try {
    const { stdout } = await promisify(execFile)('sh', [script], { env });
    return { code: 0, out: stdout };
  } catch (error) {
    const { code, stdout } = error as { readonly code: number; readonly stdout: string };
    return { code, out: stdout };
  }
}

/** How many contacts and webhooks a target has. */
async function objectsOf({ service, credentials, companies: [company] }: Described): Promise<number> {
  const headers = { 'X-Service-ApiKey': credentials.apiKey, 'X-Service-LicenseKey': company?.licenseKey ?? '' };
  const login = await fetch(`${service.customerUrl}/api/v3/authenticate`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify({ UserName: credentials.userName, Password: credentials.password }),
  });
  const authorization = `Bearer ${login.headers.get('x-token')}`;
  const paths = [`${company?.id}/Anagrafica`, 'config/webhook'];
  const lists = await Promise.all(
    paths.map(async (path) => (await fetch(`${service.customerUrl}/api/v3/${path}`, { headers: { ...headers, authorization } })).json()),
  );
  return lists.flat().length;
}

describe('service --scripts', () => {
  test.for([
    ['IDEM-05-looks-before-it-stores', 'IDEM-05', '&\nwait', 50],
    ['IDEM-03-replay-says-ok', 'IDEM-03', '# THIS ANSWER SHOWS THE FAULT.', 0],
    ['CONC-02-token-from-two-puts-ago', 'CONC-02', 'changed the object in question', 0],
  ] as const)('of %s shows the fault where it is, and that it is gone once it is mended', async ([mutant, rule, said, slowMs]) => {
    const [faulty, mended] = [await startTarget(folder, mutant, slowMs), await startTarget(folder)];
    try {
      const args = ['--config', faulty.config, '--profile', 'reference', '--seed', '1', '--rule', rule];
      const { code, out } = await runIn(folder, 'service', ...args, '--scripts', `scripts-${rule}`, '--reporter', 'console');
      expect(code).toBe(1);
      expect(out).toContain(`again           business-cloud-conformance service --config ${faulty.config} --profile reference --rule`);
      expect(readdirSync(join(folder, `scripts-${rule}`))).toEqual([`${rule}.sh`]);
      const file = join(folder, `scripts-${rule}`, `${rule}.sh`);
      expect(readFileSync(file, 'utf8')).toContain(said);

      const [before, after] = [described(faulty.config), described(mended.config)];
      const was = await objectsOf(after);
      const onFaulty = await send(file, before, before);
      expect(onFaulty.out).toMatch(/\nFAIL: expected/);
      expect(onFaulty.code).toBe(1);
      const onMended = await send(file, before, after);
      expect(onMended.out).toMatch(/\nPASS\n$/);
      expect(onMended.code).toBe(0);
      expect(await objectsOf(after)).toBe(was);
    } finally {
      await Promise.all([faulty.close(), mended.close()]);
    }
  });
});

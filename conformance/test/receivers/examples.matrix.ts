import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parseReceiverTarget, runReceiverConformance } from '../../src/index.ts';

const SECRET = 'whsec_Rq8sV2tY5wZ1xC4bN7mK0jH3gF6dS9aP';
const folder = join(import.meta.dirname, '../../examples/receiver');
/** The module that the receivers in Python import. */
const verification = join(import.meta.dirname, '../../../specs/examples/verify/python');

function isThere(command: string, ...args: readonly string[]): boolean {
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0;
}

describe('the receiver among the examples', () => {
  test('on @business-cloud/events keeps every rule', async () => {
    await judge(process.execPath, [join(folder, 'events/receiver.ts')]);
  });

  test('in Python keeps every rule', async ({ skip }) => {
    skip(!isThere('python3', '-c', 'import sys; sys.exit(sys.version_info < (3, 10))'), 'install Python 3.10 or later as python3');
    await judge('python3', [join(folder, 'python/receiver.py')]);
  });

  test('on Flask keeps every rule', async ({ skip }) => {
    skip(!isThere('python3', '-c', 'import flask'), 'install Flask: pip install flask');
    await judge('python3', [join(folder, 'flask/receiver.py')]);
  });

  test('in Go keeps every rule', async ({ skip }) => {
    skip(!isThere('go', 'version'), 'install Go 1.22 or later');
    const built = mkdtempSync(join(tmpdir(), 'receiver-go-'));
    onTestFinished(() => rmSync(built, { recursive: true }));
    const program = join(built, 'receiver');
    const { status, stderr } = spawnSync('go', ['build', '-o', program, '.'], { cwd: join(folder, 'go'), encoding: 'utf8' });
    expect([status, stderr]).toEqual([0, '']);
    await judge(program, []);
  });
});

async function judge(command: string, args: readonly string[]): Promise<void> {
  const env = { ...process.env, SECRET, PORT: '0', PYTHONPATH: verification, PYTHONDONTWRITEBYTECODE: '1' };
  const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill());
  const address = await addressOf(child);
  const target = parseReceiverTarget({ target: `${address}/webhook`, secret: SECRET, effects: `${address}/effects` });
  const { rules } = await runReceiverConformance(target, { profile: 'reference', budget: 'quick' });
  const others = rules
    .filter(({ outcome }) => outcome !== 'pass')
    .map(({ id, outcome, failure, reason }) => [id, outcome, failure ?? reason]);
  // The examples list no senders, and leave that to a firewall.
  expect(others).toEqual(['RCV-15', 'RCV-17', 'RCV-18'].map((id) => [id, 'skip', expect.any(String)]));
}

/** The address that the program prints when it listens. */
async function addressOf({ stdout, stderr }: ChildProcess): Promise<string> {
  let text = '';
  let errors = '';
  stderr?.on('data', (chunk) => {
    errors += String(chunk);
  });
  for await (const chunk of stdout ?? []) {
    text += String(chunk);
    const [address] = /http:\/\/[\w.:]+/.exec(text) ?? [];
    if (address !== undefined && text.includes('\n')) return address;
  }
  throw new Error(`the receiver ended before it listened: ${text}${errors}`);
}

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Run, runIn } from './command-line.ts';
import { type FaultyTarget, startTarget } from './faulty-target.ts';

const folder = mkdtempSync(join(tmpdir(), 'business-cloud-replay-'));
let faulty: FaultyTarget;
let mended: FaultyTarget;

beforeAll(async () => {
  faulty = await startTarget(folder, 'IDEM-07-only-the-length-is-bound');
  mended = await startTarget(folder);
});

afterAll(async () => {
  await faulty.close();
  await mended.close();
  rmSync(folder, { recursive: true, force: true });
});

function replay(target: FaultyTarget, ...args: readonly string[]): Promise<Run> {
  return runIn(folder, 'replay', 'report.json', '--config', target.config, '--reporter', 'json', ...args);
}

describe('business-cloud-conformance replay', () => {
  it('fails on the faulty target with the saved case, and passes on the mended one', { timeout: 60_000 }, async () => {
    const args = ['--rule', 'IDEM-07', '--rule', 'IDEM-03', '--seed', '5', '--reporter', 'json=report.json'];
    expect((await runIn(folder, 'service', '--config', faulty.config, ...args)).code).toBe(1);
    const saved = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')).rules.find(
      ({ outcome }: { outcome: string }) => outcome === 'fail',
    );
    expect(saved).toMatchObject({
      id: 'IDEM-07',
      failure: { seed: 5, property: expect.any(Number), path: expect.stringMatching(/^[\d:]+$/) },
    });

    const again = await replay(faulty);
    const [failed, ...others] = JSON.parse(again.out).rules;
    expect(others).toEqual([]);
    expect(again.code).toBe(1);
    const { property, path, counterexample } = failed.failure;
    expect({ property, counterexample }).toEqual({ property: saved.failure.property, counterexample: saved.failure.counterexample });
    expect(path).toBe(saved.failure.path);
    // The saved case is the first that is tried.
    expect(failed.runs).toBeLessThan(saved.runs);

    const now = await replay(mended);
    expect(JSON.parse(now.out)).toMatchObject({ seed: 5, summary: { pass: 1, fail: 0 } });
    expect(now.code).toBe(0);
  });

  it.for([
    ['no file', [], 'replay needs the file of a saved JSON report'],
    ['a file that is not there', ['absent.json'], 'absent.json: cannot be read (ENOENT)'],
    ['a file that is no report', ['other.json'], 'other.json: is no report of this suite'],
  ] as const)('answers %s with one sentence and exit status 2', { timeout: 30_000 }, async ([, args, expected]) => {
    writeFileSync(join(folder, 'other.json'), '{}');
    const { code, err } = await runIn(folder, 'replay', ...args, ...(args.length > 0 ? ['--config', mended.config] : []));
    expect(code).toBe(2);
    expect(err).toContain(expected);
    expect(err.trimEnd().split('\n')).toHaveLength(1);
  });
});

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Run, runAsProcess, runIn } from './command-line.ts';
import { type FaultyTarget, startTarget } from './faulty-target.ts';

const folder = mkdtempSync(join(tmpdir(), 'business-cloud-replay-'));
let targets: Readonly<Record<'COMP-06' | 'mended', FaultyTarget>>;

beforeAll(async () => {
  targets = {
    'COMP-06': await startTarget(folder, 'COMP-06-accents-lost'),
    mended: await startTarget(folder),
  };
});

afterAll(async () => {
  for (const target of Object.values(targets)) await target.close();
  rmSync(folder, { recursive: true, force: true });
});

function replay(target: FaultyTarget, runs = runIn): Promise<Run> {
  return runs(folder, 'replay', 'report.json', '--config', target.config, '--reporter', 'json');
}

/** Judges the target by a rule that it breaks. @returns the failure in the saved report */
async function saved(target: FaultyTarget, ...rules: readonly string[]) {
  const args = [...rules.flatMap((rule) => ['--rule', rule]), '--seed', '5', '--reporter', 'json=report.json'];
  expect((await runIn(folder, 'service', '--config', target.config, ...args)).code).toBe(1);
  const report = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'));
  return report.rules.find(({ outcome }: { outcome: string }) => outcome === 'fail');
}

describe('business-cloud-conformance replay', () => {
  test('fails on the faulty target with the saved case, and passes on the mended one', async () => {
    const faulty = targets['COMP-06'];
    const first = await saved(faulty, 'COMP-06', 'COMP-01');
    const { property, path, counterexample } = first.failure;
    expect(first).toMatchObject({
      id: 'COMP-06',
      failure: { seed: 5, property: expect.any(Number), path: expect.stringMatching(/^[\d:]+$/) },
    });

    const again = await replay(faulty);
    const [failed, ...others] = JSON.parse(again.out).rules;
    expect(others).toEqual([]);
    expect(again.code).toBe(1);
    expect(failed.failure).toMatchObject({ property, path, counterexample });
    // The replay tries the saved case first.
    expect(failed.runs).toBeLessThan(first.runs);

    const now = await replay(targets.mended, runAsProcess);
    expect(JSON.parse(now.out)).toMatchObject({ seed: 5, summary: { pass: 1, fail: 0 } });
    expect(now.code).toBe(0);
  });

  test.for([
    ['no file', [], 'FILE is missing'],
    ['a file that is not there', ['absent.json'], 'absent.json: cannot be read (ENOENT)'],
    ['a file that is no report', ['other.json'], 'other.json: is not a report of this suite'],
  ] as const)('answers %s with one sentence and exit status 2', async ([, args, expected]) => {
    writeFileSync(join(folder, 'other.json'), '{}');
    const { code, err } = await runIn(folder, 'replay', ...args, ...(args.length > 0 ? ['--config', targets.mended.config] : []));
    expect(code).toBe(2);
    expect(err).toContain(expected);
    expect(err.trimEnd().split('\n')).toHaveLength(1);
  });
});

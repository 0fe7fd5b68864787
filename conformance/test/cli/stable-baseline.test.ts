import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { composed } from '../../mutants/composed.ts';
import { mutants } from '../../mutants/index.ts';
import { type FaultyService, startFaultyService } from '../../mutants/peer/faulty-service.ts';
import { readBaseline } from '../../src/cli/baseline-file.ts';
import { type Run, runIn } from './command-line.ts';
import { writeConfig } from './faulty-target.ts';

/** The seed decides which failure is found first: the operation, the company, the demand, and who wins a race. */
const faults = [
  'AUTH-08-token-beside-the-refusal',
  'COMP-07-unknown-company-is-not-found',
  'HDR-03-bad-request-instead-of-forbidden',
  'IDEM-03-replay-not-marked',
  'IDEM-03-replay-says-ok',
  'IDEM-07-conflict-instead-of-unprocessable',
];
const rules = ['AUTH-08', 'COMP-07', 'HDR-03', 'IDEM-05', 'IDEM-06', 'IDEM-09'];

const folder = mkdtempSync(join(tmpdir(), 'business-cloud-stable-'));
const file = join(folder, 'known.yaml');
let service: FaultyService;
let config: string;

beforeAll(async () => {
  service = await startFaultyService(composed(mutants.filter(({ id }) => faults.includes(id))));
  config = writeConfig(folder, 'faulty', service.target);
});

afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

async function judge(seed: number, ...args: readonly string[]): Promise<Run> {
  const chosen = rules.flatMap((rule) => ['--rule', rule]);
  const budget = ['--budget', 'quick', '--seed', String(seed)];
  return await runIn(folder, 'service', '--config', config, ...budget, ...chosen, '--baseline', file, ...args);
}

test('a baseline that was just written holds in five runs with other seeds', async () => {
  expect((await judge(1, '--update-baseline')).code).toBe(1);
  expect(readBaseline(file).size).toBe(rules.length);
  for (const seed of [2, 3, 4, 5, 6]) {
    const { code, out } = await judge(seed);
    expect(code, out).toBe(0);
  }
});

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Run, runIn } from './command-line.ts';
import { type FaultyTarget, startTarget } from './faulty-target.ts';

const example = fileURLToPath(new URL('../../examples/plugin/checks.ts', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'business-cloud-plugin-'));
let service: FaultyTarget;

beforeAll(async () => {
  service = await startTarget(folder);
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

function judge(plugin: string, ...args: readonly string[]): Promise<Run> {
  return runIn(folder, 'service', '--config', service.config, '--budget', 'quick', '--plugin', plugin, ...args);
}

function plugin(text: string): string {
  const file = join(mkdtempSync(join(folder, 'plugin-')), 'checks.ts');
  writeFileSync(file, text);
  return file;
}

describe('a check of one’s own', () => {
  test('is judged beside the rules of the contract, as the example shows', async () => {
    const { code, out } = await judge(example, '--rule', 'OWN-01', '--rule', 'COMP-01');
    expect(out.trimEnd().split('\n').at(-1)).toBe('conforms: 2 of 2 rules');
    expect(code).toBe(0);
  });

  test('fails the run, appears in every report, and has its objects removed', async () => {
    const failing = plugin(`
      const failing: { id: string; statement: string; run: (context: any) => Promise<void> } = {
        id: 'OWN-7', statement: 'there are no contacts', run: async (context) => {
          const api = await context.api();
          const body = { ...context.target.surface.bodies.anagrafica, nome: context.fresh() };
          const answer = await context.prepare(api.call('createAnagrafica', { company: context.target.companies[0], body }));
          context.judge(false, { message: 'There must be none.', expected: 'none', actual: String(answer.status) });
        },
      };
      export default [failing];`);
    const { code, out } = await judge(failing, '--rule', 'OWN-*', '--reporter', 'console', '--reporter', 'json=report.json');
    expect(code).toBe(1);
    expect(out).toMatch(/✗ OWN-7 there are no contacts/);
    const report = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'));
    expect(report.rules).toMatchObject([
      { id: 'OWN-7', level: 'own', outcome: 'fail', failure: { message: 'There must be none.', actual: '201' } },
    ]);
    expect(report.cleanup).toMatchObject({ removed: 1, left: [] });
  });

  test.for([
    ['a file that there is not', 'absent.ts', /absent\.ts cannot be loaded/],
    ['a file that exports nothing', plugin('export {};'), /does not export a list of checks/],
    [
      'a check with an id of the contract',
      plugin(`export default [{ id: 'IDEM-01', statement: 'x', run: () => {} }];`),
      /check 1 must have an id/,
    ],
    [
      'two checks of one id',
      plugin(`const one = { id: 'OWN-1', statement: 'x', run: () => {} }; export default [one, one];`),
      /already has the id OWN-1/,
    ],
  ] as const)('is refused with a sentence: %s', async ([, file, sentence]) => {
    const { code, err } = await judge(file);
    expect(code).toBe(2);
    expect(err).toMatch(sentence);
  });
});

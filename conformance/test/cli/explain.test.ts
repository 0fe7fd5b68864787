import { tmpdir } from 'node:os';
import { describe, expect, test } from 'vitest';
import { ledger } from '../../src/cli/ledger/ledger.ts';
import { rules } from '../../src/generated/rules.ts';
import { runIn } from './command-line.ts';

describe('business-cloud-conformance explain', () => {
  test('shows the clause of a rule, its requests, what is not judged, common mistakes, and a link', async () => {
    const { code, out } = await runIn(tmpdir(), 'explain', 'idem-03');
    expect(code).toBe(0);
    expect(out).toMatch(/^IDEM-03 after a 2xx, a retry with the same key/);
    expect(out).toContain('clause of the source: Idempotency: Retry, same key');
    expect(out).toMatch(/How it is judged:\n {2}beside others\n {2}about \d+ requests, to \w+/);
    expect(out).toContain('surface sets to null');
    expect(out).toContain('  replay says ok\n');
    expect(out).toContain('/specs/rules/idem.yaml');
  });

  test('explains every rule: how it is judged, or why not', async () => {
    const silent: string[] = [];
    for (const { id } of rules) {
      const { code, out } = await runIn(tmpdir(), 'explain', id);
      if (code !== 0 || !/\n(How it is|What is not) judged:\n/.test(out)) silent.push(id);
    }
    expect(silent).toEqual([]);
  });

  test('says what goes on from the start of the run, and at which budgets', async () => {
    const { out } = await runIn(tmpdir(), 'explain', 'DLV-03');
    expect(out.replaceAll(/\s+/g, ' ')).toMatch(
      /from the start of the run, .*: one delivery hangs until .* at --budget standard and above/,
    );
  });

  test('names the mistakes that faulty services make, each of them', async () => {
    const [row] = ledger(rules.filter(({ id }) => id === 'SIG-02'));
    const { out } = await runIn(tmpdir(), 'explain', 'SIG-02');
    expect(row?.mutants.length).toBeGreaterThan(2);
    expect(out).toContain('no point');
  });

  test.for([
    ['CLI-04', 'has caught a client with each', 'what a client need not do'],
    ['RCV-07', 'has caught a receiver with each', 'elements without an equals sign'],
    ['IDEM-03', 'has caught a service with each', 'surface sets to null'],
  ] as const)('speaks in %s of whom the rule binds', async ([rule, mistakes, leftOpen]) => {
    const { out } = await runIn(tmpdir(), 'explain', rule);
    expect(out).toContain(mistakes);
    expect(out).toContain(leftOpen);
    for (const other of ['client', 'receiver', 'service']) expect(out.includes(`a ${other} with each`)).toBe(mistakes.includes(other));
  });

  test('suggests a rule for an unknown id', async () => {
    const { code, err } = await runIn(tmpdir(), 'explain', 'conc-5');
    expect(code).toBe(2);
    expect(err).toContain('CONC-05');
  });
});

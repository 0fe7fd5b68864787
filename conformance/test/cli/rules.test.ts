import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { LedgerRow } from '../../src/cli/ledger/ledger.ts';
import { isAlone } from '../../src/engine/schedule.ts';
import { checks } from '../../src/generated/checks/registry.ts';
import { rules } from '../../src/generated/rules.ts';
import { runAsProcess, runIn } from './command-line.ts';

describe('business-cloud-conformance rules', () => {
  test('lists every rule of every role, each with its check or the reason why there is none', async () => {
    const { code, out } = await runAsProcess('.', 'rules', '--json');
    const rows = JSON.parse(out) as readonly LedgerRow[];
    expect(code).toBe(0);
    expect(rows.map(({ rule }) => rule).toSorted()).toEqual(rules.map(({ id }) => id).toSorted());
    expect(rows.filter(({ check, unchecked }) => (check === null) === (unchecked === null))).toEqual([]);
  });

  test('says of each check whether the engine judges it alone or beside others', async () => {
    const { out } = await runIn('.', 'rules', '--role', 'service');
    const entries = stripVTControlCharacters(out).split(/\n(?=[A-Z]+-\d+ )/);
    const said = checks.map(({ rule }) => entries.find((entry) => entry.startsWith(`${rule} `))?.match(/checked (beside|alone)/)?.[1]);
    expect(said).toEqual(checks.map((check) => (isAlone(check) ? 'alone' : 'beside')));
  });

  test.for([
    ['client', /^11 rules, 11 checked, 11 proved by \d+ faulty clients$/],
    ['receiver', /^19 rules, 17 checked, 17 proved by \d+ faulty receivers$/],
  ] as const)('counts what proves the rules of a %s', async ([role, totals]) => {
    const { out } = await runIn('.', 'rules', '--role', role);
    expect(out.trimEnd().split('\n').at(-1)).toMatch(totals);
  });

  test('shows the ledger as a table of the rules asked for', async () => {
    const { out } = await runIn('.', 'rules', '--ledger', '--rule', 'IDEM-03');
    expect(out.split('\n')[0]).toBe('| Clause | Rule | Operations | Check | Mutants killed |');
    expect(out).toMatch(/\| IDEM-03 \|.*\| shared \| IDEM-03-replay-not-marked/);
  });

  test.for([
    [['--rule', 'IDEM-99'], '--rule: no rule is called IDEM-99'],
    [['--role', 'server'], '--role must be one of service, receiver, client; it is server.'],
  ] as const)('answers %s with one sentence and exit status 2', async ([args, expected]) => {
    const { code, err } = await runIn('.', 'rules', ...args);
    expect(code).toBe(2);
    expect(err).toContain(expected);
  });
});

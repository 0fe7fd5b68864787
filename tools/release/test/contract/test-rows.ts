import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compareContracts } from '../../src/contract/compare-contracts.ts';
import { effectOn, gravest } from '../../src/contract/model/change.ts';
import type { Contract } from '../../src/contract/model/contract.ts';
import type { Effect } from '../../src/contract/model/effect.ts';
import { PACKAGE_KEYS } from '../../src/contract/model/packages.ts';
import { readCurrentContract } from '../../src/contract/sources/current-contract.ts';
import { EditedSpecs } from './edited-specs.ts';
import { ANSWERS } from './edits/answers.ts';
import { EVENTS } from './edits/events.ts';
import { OPERATIONS } from './edits/operations.ts';
import { REGISTERS } from './edits/registers.ts';
import { REQUESTS } from './edits/requests.ts';
import { REWRITINGS } from './edits/rewritings.ts';
import type { Row } from './edits/row.ts';

type Table = readonly [name: string, rows: readonly Row[]];

/** Edits of the contract, by what they change. */
export const TABLES: readonly Table[] = [
  ['requests', REQUESTS],
  ['answers', ANSWERS],
  ['operations', OPERATIONS],
  ['events', EVENTS],
  ['registers', REGISTERS],
  ['rewritings', REWRITINGS],
];

/** Makes each edit in a copy of the contract, and tests what the comparison says of it for each package. */
export function testRows(tables: readonly Table[]): void {
  const specs = new EditedSpecs();
  let before: Contract;

  beforeAll(async () => {
    before = await readCurrentContract(specs.root);
  });
  afterAll(() => specs.remove());

  describe.each(tables)('what a change means for each package: %s', (_, rows) => {
    test.each(rows)('$change', async ({ given, edits, want }) => {
      const old = given ? await specs.with(given, () => readCurrentContract(specs.root)) : before;
      const after = await specs.with(edits, () => readCurrentContract(specs.root));
      expect(effectsOf(old, after)).toEqual(wanted(want));
    });
  });
}

function effectsOf(before: Contract, after: Contract): Record<string, Effect> {
  const changes = compareContracts(before, after);
  return Object.fromEntries(PACKAGE_KEYS.map((key) => [key, gravest(changes.map((change) => effectOn(key, change)))]));
}

function wanted(want: Row['want']): Record<string, Effect> {
  const none: [string, Effect][] = PACKAGE_KEYS.map((key) => [key, 'none']);
  const named = (['breaking', 'additive', 'wording'] as const).flatMap((effect) =>
    (want[effect] ?? []).map((key): [string, Effect] => [key, effect]),
  );
  return Object.fromEntries([...none, ...named]);
}

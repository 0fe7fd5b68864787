import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readContract, SPECS_FOLDER } from '../lint/contract.ts';
import { FROZEN_RULES } from './frozen-rules.ts';

const rules = [...readContract().rules.values()];
const source = join(SPECS_FOLDER, '../../shared/rules.md');
const specification = join(SPECS_FOLDER, '../../shared/service-specification.md');

describe('rules.yaml', () => {
  test('holds every id that was ever given, with its level and role, and no other', () => {
    const frozen = Object.entries(FROZEN_RULES).flatMap(([role, levels]) =>
      Object.entries(levels).flatMap(([level, ids]) =>
        ids
          .trim()
          .split(/\s+/)
          .map((id) => `${id} ${level} ${role}`),
      ),
    );
    expect(rules.map(({ id, level, role }) => `${id} ${level} ${role}`).sort()).toEqual(frozen.sort());
  });

  test('gives every rule a clause and something that it binds', () => {
    expect(rules.filter(({ clause, operations }) => !clause || operations.length === 0)).toEqual([]);
  });

  test.skipIf(!existsSync(source))('says what the list of rules says (skipped where that list is absent)', () => {
    const rows = [...readFileSync(source, 'utf8').matchAll(/^\| ([A-Z]+-\d+) \| (\w+) \| (.*) \|$/gm)];
    expect(rules.map(({ id, level, statement }) => [id, level, statement])).toEqual(rows.map(([, ...row]) => row));
  });
});

describe('sections.yaml', () => {
  test.skipIf(!existsSync(specification))('names headings of the source only (skipped where the source is absent)', () => {
    const headings = [...readFileSync(specification, 'utf8').matchAll(/^#+ (.*)$/gm)].map(([, heading]) => heading);
    expect(headings).toEqual(expect.arrayContaining([...readContract().sections]));
  });
});

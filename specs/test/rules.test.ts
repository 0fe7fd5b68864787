import { describe, expect, test } from 'vitest';
import { readContract } from '../lint/contract.ts';
import { FROZEN_RULES } from './frozen-rules.ts';

const rules = readContract().rules.map(({ rule }) => rule);

describe('the register of rules', () => {
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
});

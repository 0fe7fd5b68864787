import { describe, expect, test } from 'vitest';
import { perform } from '../../examples/client/typescript/perform.ts';
import { parseClientTarget, runClientConformance } from '../../src/index.ts';
import { examples } from './examples.ts';

describe('the client among the examples', () => {
  test('on @business-cloud/client keeps every rule', async () => {
    const target = parseClientTarget({ client: perform });
    const { rules } = await runClientConformance(target, { profile: 'reference', budget: 'quick', seed: 1 });
    expect(rules.filter(({ outcome }) => outcome !== 'pass').map(({ id, failure, reason }) => [id, failure ?? reason])).toEqual([]);
    expect(rules).toHaveLength(11);
  });

  /** All rules are judged with `pnpm test:matrix`. */
  test.for(examples)('in $language starts, authenticates and ends', async ({ missing, command }, { skip }) => {
    const lacking = missing();
    skip(lacking !== undefined, lacking);
    const { rules } = await runClientConformance(parseClientTarget({ client: command() }), { budget: 'quick', seed: 1, rules: ['CLI-01'] });
    expect(rules.map(({ id, outcome, failure, reason }) => [id, outcome, failure ?? reason])).toEqual([['CLI-01', 'pass', null]]);
  });
});

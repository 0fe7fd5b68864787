import { describe, expect, test } from 'vitest';
import { clientMutants } from '../../mutants/clients.ts';
import { parseClientTarget, runClientConformance } from '../../src/index.ts';
import { clientVariations } from '../../variations/clients.ts';
import { ownShard } from '../own-shard.ts';
import { examples } from './examples.ts';
import { clientJudging } from './judge-client.ts';

describe.concurrent('the suite finds broken what a faulty client breaks, and nothing else', () => {
  test.for(ownShard(clientMutants))('$id', async (mutant) => {
    expect(await clientJudging.judgeByAll(mutant)).toEqual([]);
  });
});

describe.concurrent('the suite holds no legal choice against a client', () => {
  test.for(ownShard(clientVariations))('$id', async (variation) => {
    const { failures, passed } = await clientJudging.judgeLegal(variation, 'standard');
    expect(failures).toEqual([]);
    expect(passed).toBeGreaterThan(6);
  });
});

describe('the client among the examples keeps every rule', () => {
  test.for(ownShard(examples))('in $language', async ({ missing, command }, { skip }) => {
    const lacking = missing();
    skip(lacking !== undefined, lacking);
    const { rules } = await runClientConformance(parseClientTarget({ client: command() }), { profile: 'reference' });
    expect(rules.filter(({ outcome }) => outcome !== 'pass').map(({ id, failure, reason }) => [id, failure ?? reason])).toEqual([]);
  });
});

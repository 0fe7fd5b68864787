import { describe, expect, test } from 'vitest';
import { drawnMutants } from '../../mutants/drawn/drawn-mutants.ts';
import { mutants } from '../../mutants/index.ts';
import { checks } from '../../src/generated/checks/registry.ts';
import { ownShard } from '../own-shard.ts';
import { batchesOf, judgementsOf } from './batches.ts';
import { judgeByMustBreak } from './judge-alone.ts';
import { judgeBatch } from './judge-batch.ts';

/** Rules that judge every exchange. A mutant that breaks another rule by its answers may rightly break these too. */
const rules = checks.filter(({ isolation }) => isolation !== 'every-exchange').map(({ rule }) => rule);
const batches = batchesOf(mutants);
const judgements = batches.flatMap((batch, index) => judgementsOf(batch, `batch ${index + 1} of ${batches.length}`, rules));
/** The longest judgements begin first. */
const byRules = judgements.toSorted((one, other) => other.rules.length - one.rules.length);

describe.concurrent('the suite finds no other rule broken at the quick budget', () => {
  test.for(ownShard(byRules))('$title', async (judgement) => {
    expect(await judgeBatch(judgement)).toEqual([]);
  });
});

describe.concurrent('the suite finds each rule broken that a mutant must break', () => {
  test.for(ownShard(mutants))('$id', async (mutant) => {
    const others = (mutant.mayBreak ?? []).filter((rule) => !mutant.mustBreak.includes(rule));
    expect(await judgeByMustBreak(mutant, others)).toEqual([]);
  });
});

/** Another seed moves the same faults to other operations and event types. */
const SEED = Number(process.env.CONFORMANCE_MUTANT_SEED ?? 1);

describe.concurrent(`the suite finds each rule broken at an operation that the seed ${SEED} chooses`, () => {
  test.for(ownShard(drawnMutants(SEED)))('$id', async (mutant) => {
    expect(await judgeByMustBreak(mutant)).toEqual([]);
  });
});

import { describe, expect, test } from 'vitest';
import { composed } from '../../mutants/composed.ts';
import { mutants } from '../../mutants/index.ts';
import { checks } from '../../src/generated/checks/registry.ts';
import { type Batch, batchesApart } from './batches.ts';
import { judgeService } from './judge-service.ts';

/** The rules that are judged at one time, and create contacts, webhooks and events beside each other. */
const SHARED = checks.filter(({ isolation }) => isolation === 'shared').map(({ rule }) => rule);

/** What was once found alone, and not beside others. */
const ONCE_SILENT = [
  'COMP-03-one-list-for-all-companies',
  'HOOK-14-a-list-that-was-read-goes-on-showing-it',
  'IDEM-14-a-stored-log-is-listed',
  'IDEM-15-an-issue-whose-caller-left-is-told-to-nobody',
  'RES-01-issued-documents-lose-their-causale',
];

/** Of the others one of so many is judged; as many seeds, one after another, judge all. */
const EVERY = 16;
const SEED = Number(process.env.CONFORMANCE_MUTANT_SEED ?? 1);

const together = mutants.filter(({ mustBreak: [rule], judgedAlone, service }) => SHARED.includes(rule) && !judgedAlone && !service);
const sampled = together.filter(({ id }, index) => ONCE_SILENT.includes(id) || index % EVERY === SEED % EVERY);

/** Judges a batch by all these rules at the standard budget. @returns the members that a rule must find, and does not */
async function unfound(batch: Batch): Promise<Batch | readonly []> {
  const results = await judgeService(composed(batch), { profile: 'reference', budget: 'standard', rules: SHARED });
  const failed = results.filter(({ outcome }) => outcome === 'fail').map(({ id }) => id);
  const [first, ...others] = batch.filter(({ mustBreak }) => mustBreak.some((rule) => SHARED.includes(rule) && !failed.includes(rule)));
  return first === undefined ? [] : [first, ...others];
}

test('what was once silent is among them', () => {
  expect(sampled.map(({ id }) => id)).toEqual(expect.arrayContaining(ONCE_SILENT));
});

describe(`each rule finds its faulty services where all others are judged beside it (seed ${SEED})`, () => {
  test.each(batchesApart(sampled).map((batch) => ({ batch, names: batch.map(({ id }) => id).join(', ') })))('$names', async ({ batch }) => {
    const silent: string[] = [];
    // Together they may hide each other: what is not found so is judged once more without the rest.
    for (const mutant of await unfound(batch)) silent.push(...(await unfound([mutant])).map(({ id }) => id));
    expect(silent).toEqual([]);
  });
});

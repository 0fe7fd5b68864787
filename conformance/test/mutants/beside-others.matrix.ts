import { describe, expect, test } from 'vitest';
import { composed } from '../../mutants/composed.ts';
import { mutants } from '../../mutants/index.ts';
import { checks } from '../../src/generated/checks/registry.ts';
import { type Batch, batchesApart } from './batches.ts';
import { judgeService } from './judge-service.ts';

/** Mutants that were once found only when judged alone. */
const ONCE_SILENT = [
  'COMP-03-one-list-for-all-companies',
  'HOOK-14-a-list-that-was-read-goes-on-showing-it',
  'IDEM-14-a-stored-log-is-listed',
  'IDEM-15-an-issue-whose-caller-left-is-told-to-nobody',
  'RES-01-issued-documents-lose-their-causale',
];

/** One in this many of the others is judged. As many consecutive seeds judge all. */
const EVERY = 16;
const SEED = Number(process.env.CONFORMANCE_MUTANT_SEED ?? 1);

/** The isolation of each rule. Rules with the same isolation run at the same time, and create contacts, webhooks and events side by side. */
const kindOf = new Map(checks.map(({ rule, isolation }) => [rule, isolation]));
const shared = mutants.filter(({ mustBreak: [rule], judgedAlone, service }) => kindOf.get(rule) === 'shared' && !judgedAlone && !service);
const sampled = shared.filter(({ id }, index) => !ONCE_SILENT.includes(id) && index % EVERY === SEED % EVERY);
const judged = [...mutants.filter(({ id }) => ONCE_SILENT.includes(id)), ...sampled];
const batches = [...Map.groupBy(judged, ({ mustBreak: [rule] }) => kindOf.get(rule)).values()].flatMap(batchesApart);

/** Judges a batch by all rules of its isolation at the standard budget. @returns the members that were not found */
async function unfound(batch: Batch): Promise<Batch | readonly []> {
  const kind = kindOf.get(batch[0].mustBreak[0]);
  const rules = checks.filter(({ isolation }) => isolation === kind).map(({ rule }) => rule);
  const results = await judgeService(composed(batch), { profile: 'reference', budget: 'standard', rules });
  const failed = results.filter(({ outcome }) => outcome === 'fail').map(({ id }) => id);
  const [first, ...others] = batch.filter(({ mustBreak }) => mustBreak.some((rule) => rules.includes(rule) && !failed.includes(rule)));
  return first === undefined ? [] : [first, ...others];
}

test('the mutants that were once missed are among them', () => {
  expect(batches.flat().map(({ id }) => id)).toEqual(expect.arrayContaining(ONCE_SILENT));
});

describe(`each rule finds its faulty services where all others are judged beside it (seed ${SEED})`, () => {
  test.each(batches.map((batch) => ({ batch, names: batch.map(({ id }) => id).join(', ') })))('$names', async ({ batch }) => {
    const silent: string[] = [];
    // Members may hide each other, so those that were not found are judged again alone.
    for (const mutant of await unfound(batch)) silent.push(...(await unfound([mutant])).map(({ id }) => id));
    expect(silent).toEqual([]);
  });
});

import { fileURLToPath } from 'node:url';
import { afterAll, describe, it } from 'vitest';
import { selectRules } from '../../src/engine/select-rules.ts';
import { checks } from '../../src/generated/checks/registry.ts';
import type { Rule, RuleId } from '../../src/generated/rules.ts';
import type { Profile, RuleResult } from '../../src/model/result.ts';
import { variations } from '../../variations/index.ts';
import type { Variation } from '../../variations/variation.ts';
import { fingerprints } from '../verdicts/fingerprint.ts';
import { judgeService } from '../verdicts/judge-service.ts';
import { readsProfile } from '../verdicts/reads-profile.ts';
import { openVerdicts } from '../verdicts/verdicts.ts';

const profiles: readonly Profile[] = ['stated', 'reference'];
const entries = ['../../variations/index.ts', './fairness.test.ts'].map((file) => fileURLToPath(new URL(file, import.meta.url)));
const fingerprint = fingerprints();
const judgingMore = new Set(checks.map(({ rule }) => rule).filter(readsProfile));

/**
 * The rules that a variation must keep: under `stated` all that the source states; under `reference` our own decisions, but for those that
 * it takes otherwise, and what the source states wherever its check judges more under that profile.
 */
function rulesOf({ rules: patterns, against = [] }: Variation, profile: Profile): readonly RuleId[] {
  const checked = selectRules(patterns).filter(({ id }) => checks.some(({ rule }) => rule === id));
  const judged = ({ id, level }: Rule): boolean =>
    profile === 'stated' ? level === 'stated' : !against.includes(id) && (level === 'chosen' || judgingMore.has(id));
  return checked.filter(judged).map(({ id }) => id);
}

const cases = variations.flatMap((variation) =>
  profiles
    .map((profile) => [variation.id, profile, variation, rulesOf(variation, profile)] as const)
    .filter(([, , , rules]) => rules.length > 0),
);

function described({ id, outcome, reason, failure }: RuleResult): string {
  return `${id}: ${outcome}: ${failure === undefined ? (reason ?? '') : `${failure.message} Expected ${failure.expected}, got ${failure.actual}`}`;
}

describe.concurrent('the suite holds no legal choice against a service', () => {
  let [judged, known] = [0, 0];
  it.for(cases)('%s, under %s', { timeout: 300_000 }, async ([id, profile, variation, rules], { expect }) => {
    const verdicts = openVerdicts(`${id}-${profile}`, (rule) => fingerprint(entries, rule));
    const missing = verdicts.missing(rules);
    known += rules.length - missing.length;
    if (missing.length === 0) return;
    const results = await judgeService(variation, { profile, budget: 'standard', rules: missing }, variation.describe);
    judged += results.length;
    expect(results.filter(({ outcome }) => outcome === 'fail' || outcome === 'error').map(described)).toEqual([]);
    // Nothing is green because nothing was judged.
    if (missing.length === rules.length)
      expect(results.filter(({ outcome }) => outcome === 'pass').length).toBeGreaterThan(rules.length / 4);
    verdicts.keep(missing);
  });
  afterAll(() => {
    process.stdout.write(`variations: ${judged} verdicts on legal services were judged, ${known} were known\n`);
  });
});

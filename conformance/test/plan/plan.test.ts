import { describe, expect, it } from 'vitest';
import { checks } from '../../src/checks/registry.ts';
import { parseTarget } from '../../src/config/parse.ts';
import { estimate } from '../../src/plan/estimate.ts';
import { planText } from '../../src/plan/plan-text.ts';
import { selectRules } from '../../src/run/select-rules.ts';

const target = parseTarget(
  `
service: { adminUrl: 'https://user:hidden@admin.example', customerUrl: 'https://api.example/base' }
credentials: { userName: u, password: p, apiKey: k }
companies: [ { id: 1, licenseKey: l } ]
surface: { webhookList: /hooks, anagraficaDelete: null }
`,
  'conformance.yaml',
);

function plan(rules: readonly string[], requestsPerSecond?: number): string {
  return planText(target, { rules: selectRules(rules), budget: 'standard', requestsPerSecond });
}

describe('the plan', () => {
  it('counts for every check (pnpm run ledger counts anew)', () => {
    expect(checks.filter(({ rule }) => estimate(rule, 'standard') === undefined).map(({ rule }) => rule)).toEqual([]);
  });

  it('counts more for a larger budget', () => {
    const total = (budget: 'quick' | 'standard' | 'thorough') =>
      checks.flatMap(({ rule }) => estimate(rule, budget) ?? []).reduce((sum, { requests }) => sum + requests, 0);
    expect(total('quick')).toBeLessThan(total('standard'));
    expect(total('standard')).toBeLessThan(total('thorough'));
  });

  it('names the addresses of this target, and what it has not', () => {
    const text = plan(['HDR-*']);
    expect(text).toMatch(/read +\d+ {2}GET https:\/\/api\.example\/base\/hooks$/m);
    expect(text).toMatch(/write +\d+ {2}POST https:\/\/api\.example\/base\/api\/v3\/\{companyId\}\/Anagrafica$/m);
    expect(text).toContain('DELETE deleteAnagrafica: the target has none');
    expect(text).not.toContain('hidden');
  });

  it('says how long a rate makes it', () => {
    expect(plan(['AUTH-01'], 2)).toMatch(/at 2 a second: \d+ s or more/);
  });
});

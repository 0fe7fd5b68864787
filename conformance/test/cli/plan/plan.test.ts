import { describe, expect, test } from 'vitest';
import { estimate } from '../../../src/cli/plan/estimate.ts';
import { servicePlan } from '../../../src/cli/plan/plan-text.ts';
import { parseTarget } from '../../../src/config/parse.ts';
import { checks } from '../../../src/generated/checks/registry.ts';
import type { RunOptions } from '../../../src/model/run-options.ts';

const target = parseTarget(
  `
service: { adminUrl: 'https://user:hidden@admin.example', customerUrl: 'https://api.example/base' }
credentials: { userName: u, password: p, apiKey: k }
companies: [ { id: 1, licenseKey: l } ]
surface: { webhookList: /hooks, anagraficaDelete: null }
`,
  'conformance.yaml',
);

function plan(rules: readonly string[], options: RunOptions = {}): string {
  return servicePlan(target, { rules, ...options });
}

/** The sums at the top of a plan. */
function sums(text: string): readonly number[] {
  const [, requests, writes] = /at most about (\d+) requests, (\d+) of them writes/.exec(text) ?? [];
  return [Number(requests), Number(writes)];
}

describe('the plan', () => {
  test('counts for every check (pnpm run ledger counts anew)', () => {
    expect(checks.filter(({ rule }) => estimate(rule, 'standard') === undefined).map(({ rule }) => rule)).toEqual([]);
  });

  test('counts more for a larger budget', () => {
    const total = (budget: 'quick' | 'standard' | 'thorough') =>
      checks.flatMap(({ rule }) => estimate(rule, budget) ?? []).reduce((sum, { requests }) => sum + requests, 0);
    expect(total('quick')).toBeLessThan(total('standard'));
    expect(total('standard')).toBeLessThan(total('thorough'));
  });

  test('says that nothing was sent, and where its numbers come from', () => {
    expect(plan(['HDR-*'])).toMatch(/^Nothing was sent\.\n\nA run would judge 9 rules \(profile stated, budget standard\)/);
    expect(plan(['HDR-*'])).toContain('the number of requests to the reference service');
  });

  test('adds up what it lists, by operation', () => {
    const text = plan(['HDR-*', 'IDEM-*']);
    const entries = [...text.matchAll(/^ {2}(write|read ) +(\d+) {2}/gm)].map(([, kind, count]) => [kind, Number(count)] as const);
    const total = (wanted: (kind: string) => boolean): number =>
      entries.reduce((sum, [kind = '', count]) => sum + (wanted(kind) ? count : 0), 0);
    expect(sums(text)).toEqual([total(() => true), total((kind) => kind === 'write')]);
  });

  test('counts only what the chosen rules send, create and remove', () => {
    const text = plan(['AUTH-01']);
    expect(sums(text)[0]).toBeLessThan(40);
    expect(text).toContain('It creates nothing.');
    expect(text).not.toContain('delivery');
    expect(plan(['HOOK-03'])).toContain('Before that it waits for one delivery');
    expect(plan(['HOOK-01'])).toMatch(
      /It creates about \d webhooks, named conformance-…, in company 1; webhooks deliver to https:\/\/localhost/,
    );
  });

  test('counts a rule of every exchange as if it were judged alone', () => {
    expect(plan(['DLV-02'])).toMatch(/DLV-02 +\d\d requests: .*createWebhook \d\d/);
  });

  test('names the addresses of this target, and leaves out absent operations', () => {
    const text = plan(['HDR-*']);
    expect(text).toMatch(/read +\d+ {2}listWebhook: GET https:\/\/api\.example\/base\/hooks$/m);
    expect(text).toMatch(/write +\d+ {2}createAnagrafica: POST https:\/\/api\.example\/base\/api\/v3\/\{companyId\}\/Anagrafica$/m);
    expect(text).not.toContain('deleteAnagrafica');
    expect(text).toContain('The target cannot delete contacts: they stay.');
    expect(text).not.toContain('hidden');
  });

  test('says how long a rate makes it', () => {
    expect(plan(['AUTH-01'], { requestsPerSecond: 2 })).toMatch(/At 2 a second that takes \d+ s\./);
  });
});

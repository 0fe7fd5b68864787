import { describe, expect, test } from 'vitest';
import { mutants } from '../../mutants/index.ts';
import type { RuleFailure } from '../../src/model/result.ts';
import { judgeService } from '../mutants/judge-service.ts';

/** The failure of the rule that a mutant has to break. */
async function failureOf(id: string): Promise<RuleFailure> {
  const mutant = mutants.find((one) => one.id === id);
  if (mutant === undefined) throw new Error(`there is no mutant ${id}`);
  const [rule] = mutant.mustBreak;
  const results = await judgeService(mutant, { profile: 'reference', budget: 'standard', rules: [rule] });
  const failure = results.find((result) => result.id === rule)?.failure;
  if (failure === undefined) throw new Error(`${rule} does not fail`);
  return failure;
}

describe.concurrent('a failure shows its culprits', () => {
  test('the PUT that moved the token before a stale one was accepted', async () => {
    const { exchanges } = await failureOf('CONC-02-token-from-two-puts-ago');
    const pinned = exchanges.filter((exchange) => exchange.pinned);
    expect(pinned.map(({ call, why }) => `${call.method}: ${why}`)).toEqual([
      'POST: created the object in question',
      'PUT: changed the object in question',
      'PUT: this was judged',
    ]);
    const [, changed, judged] = pinned;
    expect(tokenIn(judged?.call.body)).toBeLessThan(tokenIn(changed?.answer?.body));
  });

  test('all requests that were under way at once, as one group', async () => {
    const { exchanges } = await failureOf('IDEM-05-looks-before-it-stores');
    const together = exchanges.filter((exchange) => exchange.together !== undefined);
    expect(together.length).toBeGreaterThan(1);
    expect(new Set(together.map(({ call }) => call.body)).size).toBe(1);
  });

  test('the delivery, with its URL, its headers, its body, its attempt and what it was answered', async () => {
    const { deliveries } = await failureOf('EVT-03-names-in-ascii');
    const judged = deliveries.find(({ why }) => why === 'this was judged');
    expect(judged).toMatchObject({
      method: 'POST',
      attempt: 1,
      answered: '204',
      url: expect.stringMatching(/^https:\/\/localhost:\d+\/conf/),
    });
    expect(judged?.headers.map(([name]) => name.toLowerCase())).toContain('service-signature');
    expect(JSON.parse(judged?.body ?? '')).toHaveProperty('EventGuid');
  });

  test('what a wrong signature really signs', async () => {
    const { actual } = await failureOf('SIG-02-no-point');
    expect(actual).toMatch(/it is the HMAC of t and the body without the dot between them/);
  });

  test('the smallest case in words, at the boundary', async () => {
    expect((await failureOf('HDR-06-application-id-of-64-characters')).counterexample).toMatch(/application id "~{65}"$/);
  });
});

function tokenIn(body = ''): number {
  return Number(/"concurrencyToken":(\d+)/i.exec(body)?.[1]);
}

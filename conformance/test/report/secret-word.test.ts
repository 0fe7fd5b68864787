import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { composed } from '../../mutants/composed.ts';
import { mutants } from '../../mutants/index.ts';
import type { NewFault } from '../../mutants/mutant.ts';
import { type FaultyService, startFaultyService } from '../../mutants/peer/faulty-service.ts';
import { bodyOf, withBody, withHeader } from '../../mutants/peer/message.ts';
import { reporterKinds } from '../../src/cli/options.ts';
import { render } from '../../src/cli/reporter.ts';
import type { ConformanceResult } from '../../src/model/result.ts';
import { runConformance } from '../../src/suite/run-conformance.ts';

/** Rules whose failures mention secrets. */
const faults = ['SIG-02-no-point', 'HOOK-04-secret-cut-short', 'HOOK-05-secret-taken-by-put', 'HOOK-06-empty-in-get'];
const faulty = composed(mutants.filter(({ id }) => faults.includes(id)));

/** A service whose user has another password, and that echoes each password. */
const userWith =
  (word: string): NewFault =>
  (context) => {
    const handle = faulty.fault?.(context);
    const { password } = context.target.credentials;
    return async (request, forward) => {
      const body = request.operation === 'authenticate' ? bodyOf(request) : {};
      const sent = body.Password === word ? { ...request, ...withBody(request, { ...body, Password: password }) } : request;
      const answer = handle === undefined ? await forward(sent) : await handle(sent, forward);
      const echo = typeof body.Password === 'string' && /^[!-~]+$/.test(body.Password) ? body.Password : 'none';
      return withHeader(answer, 'X-Echo', echo);
    };
  };

describe.for(['secret', 'wrong', 'a'])('where the password is %j', (word) => {
  let service: FaultyService;
  let result: ConformanceResult;

  beforeAll(async () => {
    service = await startFaultyService({ ...faulty, fault: userWith(word) });
    const target = { ...service.target, credentials: { ...service.target.credentials, password: word } };
    const rules = ['AUTH-01', 'AUTH-02', 'HOOK-0*', 'SIG-0*'];
    const command = 'business-cloud-conformance service --config secret.yaml';
    result = await runConformance(target, { budget: 'quick', seed: 3, rules, keepExchanges: true, command });
  }, 60_000);

  afterAll(() => service.close());

  test('the run has failures that speak of secrets', () => {
    expect(result.rules.filter(({ failure }) => failure?.message.includes('secret')).length).toBeGreaterThan(2);
  });

  test.for(reporterKinds)('no report has it as a value, in a sentence or in a name: %s', (kind) => {
    const text = render(kind, result).replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('\\', '');
    expect(text).not.toMatch(new RegExp(`"Password"\\s*:\\s*"${word}`));
    expect(text).not.toMatch(new RegExp(`x-echo[\\s":,]+(?:value[\\s":]+)?${word}`, 'i'));
    const hidden = [...text.replaceAll(/x-echo: <[^<>]*>/gi, '').matchAll(/(.?)<(?:\w+ )*PASSWORD[\w ]*>(.?\s*.?)/g)];
    for (const [around, before, after = ''] of hidden) {
      // The word is the whole value of a member of the request.
      expect([before, after.startsWith('"') && !after.includes(':')], around).toEqual(['"', true]);
    }
  });
});

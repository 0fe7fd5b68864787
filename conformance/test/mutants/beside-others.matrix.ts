import { expect, test } from 'vitest';
import { mutants } from '../../mutants/index.ts';
import { checks } from '../../src/generated/checks/registry.ts';
import { judgeService } from './judge-service.ts';

/** Faulty services that were found alone, and not where the other rules of the same kind created webhooks and events meanwhile. */
test.each(['HOOK-14-a-list-that-was-read-goes-on-showing-it', 'IDEM-14-a-stored-log-is-listed'])(
  '%s is found beside others',
  async (id) => {
    const mutant = mutants.find((one) => one.id === id);
    if (mutant === undefined) throw new Error(`no faulty service is called ${id}`);
    const [rule] = mutant.mustBreak;
    const kind = checks.find((check) => check.rule === rule)?.isolation;
    const rules = checks.filter(({ isolation }) => isolation === kind).map((check) => check.rule);
    const results = await judgeService(mutant, { profile: 'reference', budget: 'standard', rules });
    expect(results.find((result) => result.id === rule)?.outcome).toBe('fail');
  },
);

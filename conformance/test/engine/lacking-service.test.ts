import { describe, expect, test } from 'vitest';
import type { Faults } from '../../mutants/mutant.ts';
import { startFaultyService } from '../../mutants/peer/faulty-service.ts';
import type { OperationId } from '../../src/generated/operations.ts';
import { type ConformanceResult, type RuleResult, runConformance } from '../../src/index.ts';

type Lack = Faults;

/** A service that answers one operation with nothing but a status, or with an empty object. */
function answering(lacked: (operation: OperationId | undefined) => boolean, status: number): Lack {
  const answer = { status, headers: [['Content-Type', 'application/json']] as const, body: '{}' };
  return { fault: () => async (request, forward) => (lacked(request.operation) ? answer : await forward(request)) };
}

const without = (operation: OperationId, status: number): Lack => answering((other) => other === operation, status);

/** A service that reports every delivery as successful, and makes none. */
const silent: Lack = { deliveryFault: () => async () => 204 };

async function judge(lack: Lack, ...rules: readonly string[]): Promise<readonly RuleResult[]> {
  return (await run(lack, rules)).rules;
}

async function run(lack: Lack, rules: readonly string[]): Promise<ConformanceResult> {
  const service = await startFaultyService(lack);
  const target = { ...service.target, timing: { ...service.target.timing, deliveryWithinMs: 5_000 } };
  try {
    return await runConformance(target, { rules, profile: 'reference', seed: 1 });
  } finally {
    await service.close();
  }
}

describe.concurrent('a rule that could not be exercised', () => {
  test.for<[string, Lack, Readonly<Record<string, string>>]>([
    ['PUT of webhooks answers 501', without('updateWebhook', 501), { 'CONC-03': 'inconclusive', 'CONC-01': 'fail' }],
    ['PUT of webhooks answers 404', without('updateWebhook', 404), { 'CONC-03': 'inconclusive', 'CONC-01': 'fail' }],
    ['webhooks are not created', without('createWebhook', 501), { 'IDEM-05': 'inconclusive', 'IDEM-15': 'inconclusive' }],
    ['GET of stock items answers 501', without('getArticolo', 501), { 'RES-01': 'inconclusive', 'COMP-08': 'inconclusive' }],
    ['nothing is delivered', silent, { 'EVT-09': 'inconclusive', 'EVT-10': 'inconclusive', 'DLV-08': 'inconclusive' }],
    ['contacts are not created', without('createAnagrafica', 404), { 'ERR-02': 'inconclusive', 'COMP-06': 'fail' }],
    ['webhooks are created without a word', without('createWebhook', 200), { 'HOOK-01': 'fail', 'HOOK-11': 'fail' }],
    ['webhooks are shown without a word', without('getWebhook', 200), { 'HOOK-11': 'fail', 'HOOK-13': 'fail' }],
  ])('does not pass, nor fail for another reason: %s', async ([, lack, expected]) => {
    const results = await judge(lack, ...Object.keys(expected));
    expect(Object.fromEntries(results.map(({ id, outcome }) => [id, outcome]))).toEqual(expected);
    for (const { outcome, reason } of results) if (outcome !== 'fail') expect(reason).toMatch(/\w/);
  });

  test('takes no webhook for a deleted one whose deletion was refused', async () => {
    expect(await judge(without('deleteWebhook', 501), 'EVT-14')).toMatchObject([{ outcome: 'pass' }]);
  });

  test.for<[string, Lack, string, RegExp]>([
    ['no articolo is answered', without('getArticolo', 404), 'COMP-08', /^getArticolo of an object that exists: answered 404/],
    ['companies are not listed', without('listAzienda', 404), 'AUTH-10', /listAzienda .* answers 404/],
    ['PUT of webhooks answers 404', without('updateWebhook', 404), 'IDEM-15', /updateWebhook: this rule needs PUT .* answered 404/],
    ['companies are not listed', without('listAzienda', 404), 'AUTH-04', /listAzienda: answered 404/],
  ])('in part says which part: %s', async ([, lack, rule, reason]) => {
    expect(await judge(lack, rule)).toMatchObject([{ id: rule, outcome: 'pass', reason: expect.stringMatching(reason) }]);
  });

  test('is inconclusive if no request reached one of its operations, and names it', async () => {
    const [result] = await judge(without('createAnagrafica', 404), 'IDEM-08');
    expect(result).toMatchObject({ outcome: 'inconclusive', reason: expect.stringMatching(/^the check did not exercise .*emitDocumento/) });
  });

  test.for([2, 5])('holds no creation that is not there against the rules of keys (seed %i)', async (seed) => {
    const served = /^(?:authenticate|listAzienda|\w+Articolo)$/;
    const service = await startFaultyService(answering((operation) => operation !== undefined && !served.test(operation), 501));
    try {
      const { rules } = await runConformance(service.target, { rules: ['IDEM-*'], budget: 'quick', seed });
      expect(rules.filter(({ outcome }) => outcome === 'fail').map(({ id, failure }) => [id, failure?.message])).toEqual([]);
    } finally {
      await service.close();
    }
  });

  test.for([0, 1])('does not count the creation of an object as an effect of a retried change (%i)', async (odd) => {
    let lost = 0;
    const losing: Lack = {
      deliveryFault: () => async (delivery, deliver) => {
        const { Type, Object: object } = JSON.parse(delivery.body);
        const isLost = /^(?:Documento|articolo)\.Create$/.test(Type) && object.id % 2 === odd;
        lost += Number(isLost);
        return isLost ? 204 : await deliver(delivery);
      },
    };
    const [rule] = await judge(losing, 'IDEM-04');
    expect([rule?.outcome, rule?.failure?.message, lost > 0]).toEqual(['pass', undefined, true]);
  });

  test('does not pass a service with five handlers that answers 501 to everything else', async () => {
    const handlers: readonly (OperationId | undefined)[] = [
      'authenticate',
      'listAzienda',
      'listArticolo',
      'getArticolo',
      'createAnagrafica',
    ];
    const { conclusion, rules } = await run(
      answering((operation) => !handlers.includes(operation), 501),
      ['AUTH-*', 'COMP-*', 'HOOK-*', 'CONC-*'],
    );
    expect(conclusion).toMatchObject({ verdict: 'does not conform', exitCode: 1 });
    // The source states that webhooks can be created, changed and deleted.
    expect(rules.find(({ id }) => id === 'HOOK-01')).toMatchObject({
      outcome: 'fail',
      failure: { actual: expect.stringContaining('501') },
    });
    expect(conclusion.headline).toMatch(/^does not conform: .*not judged: inconclusive.*; broken: .*HOOK-01/);
  });
});

describe.concurrent('an operation that the source states', () => {
  test.for<[OperationId, number, string]>([
    ['authenticate', 501, 'AUTH-01'],
    ['listAzienda', 404, 'COMP-01'],
    ['listArticolo', 405, 'COMP-02'],
    ['getArticolo', 501, 'COMP-05'],
    ['createAnagrafica', 404, 'COMP-06'],
    ['createWebhook', 405, 'HOOK-01'],
    ['updateWebhook', 501, 'HOOK-02'],
    ['deleteWebhook', 404, 'HOOK-14'],
  ])('breaks its rule where it is answered as if it were not there: %s, %i, %s', async ([operation, status, rule]) => {
    expect(await judge(without(operation, status), rule)).toMatchObject([{ id: rule, outcome: 'fail' }]);
  });
});

describe.concurrent('an operation whose path the source does not give', () => {
  test.for<[OperationId, number]>([
    ['updateAnagrafica', 501],
    ['listWebhook', 405],
    ['getDocumento', 404],
    ['emitDocumento', 404],
  ])('is absent where every form of it is answered as what is not there: %s, %i', async ([operation, status]) => {
    expect(await run(without(operation, status), ['AUTH-01'])).toMatchObject({ absent: [operation] });
  });

  test.for<[string, Lack]>([
    ['it refuses what it does not know', {}],
    ['its faults are others', without('listWebhook', 500)],
  ])('is there where %s', async ([, lack]) => {
    expect((await run(lack, ['AUTH-01'])).absent).toBeUndefined();
  });

  test('exists if it only lacks the requested object', async () => {
    const missing: Lack = {
      fault: () => async (request, forward) =>
        request.operation === 'getAnagrafica'
          ? await forward({ ...request, path: request.path.replace(/\d+$/, '1999999973') })
          : await forward(request),
    };
    expect((await run(missing, ['AUTH-01'])).absent).toBeUndefined();
  });
});

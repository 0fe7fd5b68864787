import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Fault } from '../../mutants/mutant.ts';
import { type FaultyService, startFaultyService } from '../../mutants/peer/faulty-service.ts';
import { headerOf, refusal } from '../../mutants/peer/message.ts';
import { companyOf } from '../../mutants/peer/operation-of.ts';
import { type ConformanceResult, runConformance } from '../../src/index.ts';
import type { Target } from '../../src/model/target.ts';

let rightful: FaultyService;

beforeAll(async () => {
  rightful = await startFaultyService();
});

afterAll(() => rightful.close());

async function sentence(target: Target): Promise<string> {
  const judged = await runConformance(target, { rules: ['COMP-02'], budget: 'quick' }).catch((error: Error) => error);
  return judged instanceof Error ? judged.message : '';
}

/** Judges a service with a fault that a wrong configuration might also explain, but less well. */
async function judged(fault: (target: Target) => Fault): Promise<ConformanceResult> {
  const service = await startFaultyService({ fault: ({ target }) => fault(target) });
  try {
    return await runConformance(service.target, { rules: ['COMP-0*', 'HDR-05'] });
  } finally {
    await service.close();
  }
}

describe('a run', () => {
  test('does not begin with license keys that are swapped', async () => {
    const [first, second] = rightful.target.companies;
    const companies = [
      { id: first.id, licenseKey: second?.licenseKey ?? '' },
      { id: second?.id ?? '', licenseKey: first.licenseKey },
    ] as const;
    expect(await sentence({ ...rightful.target, companies })).toMatch(/^companies\[0\] and companies\[1\]: .*swap the keys.*HDR-05/);
  });

  test('asks for two tokens of its user before the first rule, and goes on with the second', async () => {
    const [callsBefore, tokens]: [string[], Set<string>] = [[], new Set()];
    let judges = false;
    const service = await startFaultyService({
      fault: () => async (request, forward) => {
        if (!judges && request.operation === 'authenticate') callsBefore.push(request.operation);
        if (judges) tokens.add(headerOf(request, 'Authorization') ?? '');
        return await forward(request);
      },
    });
    try {
      const { otherUser: _other, ...target } = service.target;
      await runConformance(target, {
        rules: ['COMP-02'],
        onEvent: (event) => {
          judges ||= event.type === 'run-started';
        },
      });
    } finally {
      await service.close();
    }
    expect(callsBefore).toHaveLength(2);
    expect(tokens.size).toBe(1);
  });

  test('reports the first mistake at once', async () => {
    const silent = createServer(() => {});
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as AddressInfo;
    const { service, controls } = rightful.target;
    const target = {
      ...rightful.target,
      service: { ...service, adminUrl: 'http://127.0.0.1:1' },
      controls: { ...controls, clock: `http://127.0.0.1:${port}/clock` },
    };
    expect(await sentence(target)).toMatch(/^service\.adminUrl: http:\/\/127\.0\.0\.1:1 cannot be reached/);
    silent.closeAllConnections();
    silent.close();
  });

  test('does not begin with a company that the target does not list', async () => {
    const [first, second] = rightful.target.companies;
    const companies = [first, { id: '77', licenseKey: second?.licenseKey ?? '' }] as const;
    expect(await sentence({ ...rightful.target, companies })).toMatch(
      /^companies\[1\]: company 77 .*does not list it \(it lists 1, 2\); .*COMP-01/,
    );
  });

  test('does not begin with an address under which there is no Customer API', async () => {
    const { service } = rightful.target;
    const target = { ...rightful.target, service: { ...service, customerUrl: `${service.customerUrl}/elsewhere` } };
    expect(await sentence(target)).toMatch(/^service\.customerUrl: .*\/elsewhere answers 404.*COMP-01/);
  });

  test('begins if the target refuses a listed company, with a key that it accepts elsewhere', async () => {
    const { summary } = await judged(
      () => async (request, forward) =>
        companyOf(request.path) === '2' && headerOf(request, 'Authorization') !== undefined ? refusal(403) : await forward(request),
    );
    expect(summary.fail).toBeGreaterThan(0);
  });

  test('begins if every license key opens every company', async () => {
    const { rules } = await judged(({ companies }) => async (request, forward) => {
      const company = companies.find(({ id }) => id === companyOf(request.path));
      const headers = request.headers.map(([name, value]): readonly [string, string] => [
        name,
        company && name.toLowerCase() === 'x-service-licensekey' ? company.licenseKey : value,
      ]);
      return await forward({ ...request, headers });
    });
    expect(rules.find(({ id }) => id === 'HDR-05')?.outcome).toBe('fail');
  });
});

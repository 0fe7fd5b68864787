import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { describe, expect, test } from 'vitest';
import { startFaultyService } from '../../mutants/peer/faulty-service.ts';
import { type RunEvent, runConformance } from '../../src/index.ts';

/** Rules that draw values, orders, sets of members and histories of steps. Their requests do not depend on timing. */
const rules = ['IDEM-02', 'IDEM-03', 'IDEM-07', 'IDEM-10', 'CONC-02', 'HOOK-11', 'HOOK-13', 'HOOK-15', 'COMP-03', 'ERR-01', 'EVT-03'];

/** The requests of each rule to a fresh service, in order, without parts that differ in every run. */
async function requestsOf(seed: number): Promise<Readonly<Record<string, readonly string[]>>> {
  const service = await startFaultyService();
  const sent: Record<string, string[]> = {};
  let rule: string | undefined;
  let run = '';
  const record = (message: unknown): void => {
    const { request } = message as { request: { origin: string; method: string; path: string; body: unknown } };
    if (rule === undefined || String(request.origin) !== service.target.service.customerUrl) return;
    const text = `${request.method} ${request.path} ${String(request.body ?? '')}`;
    run ||= /conformance-([0-9a-f]{8})/.exec(text)?.[1] ?? '';
    sent[rule] = [...(sent[rule] ?? []), normalised(text, run)];
  };
  const onEvent = (event: RunEvent): void => {
    if (event.type === 'rule-started') rule = event.rule;
    if (event.type === 'rule-judged') rule = undefined;
  };
  subscribe('undici:request:create', record);
  try {
    const { summary } = await runConformance(service.target, { rules, profile: 'reference', budget: 'quick', seed, workers: 1, onEvent });
    expect(summary).toMatchObject({ pass: rules.length });
    return sent;
  } finally {
    unsubscribe('undici:request:create', record);
    await service.close();
  }
}

/** Replaces the name of the run (also with one changed character), ports, passwords, ids of the service and effects of real time. */
function normalised(request: string, run: string): string {
  const changed = Array.from(run, (_digit, at) => [`${run.slice(0, at)}q${run.slice(at + 1)}`, `RUN changed at ${at}`] as const);
  return [[run, 'RUN'] as const, ...changed]
    .reduce((text, [name, shown]) => (run === '' ? text : text.replaceAll(name, shown)), request)
    .replaceAll(/localhost:\d+/gi, 'localhost:PORT')
    .replaceAll(/"Password":"[^"]*"/g, '"Password":"…"')
    .replaceAll(/(Anagrafica|articolo|Documento|webhook)\/\d+/g, '$1/{id}')
    .replaceAll(/(evento\/|after=)[0-9a-f-]{36}/g, '$1{guid}')
    .replaceAll(/"advanceMs":(\d+)/g, (_text, moveMs) => `"advanceMs":"${Math.round(moveMs / 60_000)} minutes"`);
}

describe('a run with a seed', () => {
  test('sends what another run with it sends, and one with another seed does not', async () => {
    const [first, again, other] = [await requestsOf(7), await requestsOf(7), await requestsOf(8)];
    expect(Object.keys(first).toSorted()).toEqual(rules.toSorted());
    for (const rule of rules) {
      expect(first[rule]?.length, rule).toBeGreaterThan(5);
      expect(again[rule], rule).toEqual(first[rule]);
    }
    const differing = rules.filter((rule) => JSON.stringify(other[rule]) !== JSON.stringify(first[rule]));
    expect(differing.length).toBeGreaterThan(rules.length / 2);
  });
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mutants } from '../../mutants/index.ts';
import { type FaultyService, startFaultyService } from '../../mutants/peer/faulty-service.ts';
import { type RunEvent, runConformance } from '../../src/index.ts';

let faulty: FaultyService;

beforeAll(async () => {
  faulty = await startFaultyService(mutants.find(({ mustBreak: [rule] }) => rule === 'HDR-02'));
});

afterAll(() => faulty.close());

const rules = ['HDR-0*'];

describe('a run', () => {
  test('reports all events in order, and counts every request', async () => {
    const events: RunEvent[] = [];
    const result = await runConformance(faulty.target, { rules, budget: 'quick', seed: 3, onEvent: (event) => events.push(event) });
    const ofType = <T extends RunEvent['type']>(type: T) => events.filter((event): event is RunEvent & { type: T } => event.type === type);
    expect(ofType('run-started')).toMatchObject([{ seed: 3, rules: result.rules.map(({ id }) => id) }]);
    expect(events.at(-1)).toEqual({ type: 'run-finished', result });
    // The results are reported before the removal, which may fail.
    const [told] = ofType('rules-judged');
    expect(told?.result).toMatchObject({ rules: result.rules, summary: result.summary, conclusion: result.conclusion });
    const isRemoval = (event: RunEvent): boolean => event.type === 'request-sent' && event.rule === 'cleanup';
    expect(events.findIndex(({ type }) => type === 'rules-judged')).toBeLessThan(events.findLastIndex(isRemoval));
    expect(told?.result.cleanup.left.length).toBeGreaterThan(0);
    expect(ofType('rule-judged').map(({ done }) => done)).toEqual(result.rules.map((_rule, index) => index + 1));
    for (const { id, requests, outcome } of result.rules) {
      expect(ofType('request-sent').filter(({ rule }) => rule === id)).toHaveLength(requests);
      const order = events.flatMap((event, index) =>
        (event.type === 'rule-started' && event.rule === id) || (event.type === 'rule-judged' && event.result.id === id) ? [index] : [],
      );
      expect(order).toHaveLength(outcome === 'skip' ? 1 : 2);
    }
    expect(ofType('request-sent').map(({ rule }) => rule)).toEqual(expect.arrayContaining(['preflight', 'cleanup']));
  });

  test('that bails judges no rule after the first that fails', async () => {
    const told: string[] = [];
    const onEvent = (event: RunEvent): void => {
      if (event.type === 'rule-started') told.push(event.rule);
      if (event.type === 'rule-judged' && event.result.outcome === 'fail') told.push('failed');
    };
    const { rules: results } = await runConformance(faulty.target, { rules, bail: true, workers: 1, onEvent });
    expect(told.slice(-2)).toEqual(['HDR-02', 'failed']);
    const left = results.filter(({ id }) => !told.includes(id)).map(({ outcome, reason }) => [outcome, reason]);
    expect(left.length).toBeGreaterThan(3);
    expect(left).toEqual(left.map(() => ['skip', 'HDR-02 failed before it (--bail)']));
  });

  test('that is stopped before it began judges nothing and is no success', async () => {
    const { summary, rules: results } = await runConformance(faulty.target, { rules, signal: AbortSignal.abort() });
    expect(summary).toMatchObject({ pass: 0, skip: results.length });
  });

  test('sends no more than its rate allows', async () => {
    const startedAt: number[] = [];
    const onEvent = (event: RunEvent): void => void (event.type === 'request-sent' && startedAt.push(event.startedAt));
    await runConformance(faulty.target, { rules: ['HDR-01'], budget: 'quick', requestsPerSecond: 200, onEvent });
    const spanMs = Math.max(...startedAt) - Math.min(...startedAt);
    expect(startedAt.length).toBeGreaterThan(20);
    // Timers may fire early by less than a millisecond each.
    expect(spanMs).toBeGreaterThanOrEqual((startedAt.length - 1) * 4);
  });
});

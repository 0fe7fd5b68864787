import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { Agent } from 'undici';
import { parseTarget } from '../../../../conformance/src/config/parse.ts';
import type { ActiveRun } from '../../../../conformance/src/engine/create-run.ts';
import { createRun } from '../../../../conformance/src/engine/create-run.ts';
import { RuleContext } from '../../../../conformance/src/engine/rule-context.ts';
import { leave } from '../../../../conformance/src/engine/run-checks.ts';
import type { Call } from '../../../../conformance/src/model/exchange.ts';
import { startReferenceService } from '../../../../conformance/test/reference/reference-service.ts';
import type { Benchmark } from '../benchmark.ts';

const SENDERS = 6;
const REQUESTS = 100;

export const benchmark: Benchmark = {
  title: `Fuzzing the service: generated calls, each answer judged (a call: ${SENDERS * REQUESTS} requests, ${SENDERS} at once)`,
  goal: 'at least 0.50 of a bare undici loop that sends the same calls to the same service, and 1,500 requests a second',
  options: { roundMs: 1000 },
  async open() {
    const service = await startReferenceService();
    const target = parseTarget(readFileSync(service.config, 'utf8'), service.config);
    // It listens to events, like the command, which shows progress.
    const run = createRun(target, { seed: 1, onEvent: () => {} });
    const agent = new Agent({ connections: 64 });
    const api = await new RuleContext('COMP-08', run).api();
    const calls = fc.sample(absentId, { seed: 1, numRuns: REQUESTS }).map((id) => api.call('getArticolo', { id }));
    return {
      contenders: [
        { name: 'bare undici', run: () => together(() => sendBare(agent, calls)) },
        { name: 'the suite', run: () => together(() => judge(run)) },
      ],
      async close() {
        await agent.destroy();
        await leave(run);
        await service.stop();
      },
    };
  },
};

const absentId = fc.integer({ min: 1_000_000_007, max: 2_000_000_011 }).map(String);

async function together(send: () => Promise<void>): Promise<void> {
  await Promise.all(Array.from({ length: SENDERS }, send));
}

async function sendBare(agent: Agent, calls: readonly Call[]): Promise<void> {
  for (const { url, method, headers } of calls) {
    const { origin, pathname } = new URL(url);
    const { statusCode, body } = await agent.request({ origin, path: pathname, method: method as 'GET', headers: headers.flat() });
    await body.text();
    if (statusCode !== 404) throw new Error(`${method} ${url} answered ${statusCode}`);
  }
}

async function judge(run: ActiveRun): Promise<void> {
  const context = new RuleContext('COMP-08', run);
  await context.forAll(absentId, REQUESTS, async (id) => {
    const answer = await context.sendJudged((await context.api()).call('getArticolo', { id }), '404');
    context.judge(answer.status === 404, {
      message: 'An item that does not exist must say so.',
      expected: '404',
      actual: String(answer.status),
    });
  });
}

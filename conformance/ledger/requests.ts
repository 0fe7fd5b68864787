import { startFaultyService } from '../mutants/peer/faulty-service.ts';
import { operationOf } from '../mutants/peer/operation-of.ts';
import { budgets, CREATED, FRAME } from '../src/cli/plan/estimate.ts';
import { kinds } from '../src/engine/kind.ts';
import { type Budget, type RunEvent, runConformance, type Target } from '../src/index.ts';

type Counts = Map<string, Map<string, number>>;

const SEED = 1;

/**
 * The content of `src/cli/plan/requests.json`: how many requests each rule sends, by operation, and how many objects it creates, at each
 * budget. A rule of every exchange is counted as if it were judged alone.
 */
export async function recordedRequests(): Promise<string> {
  const service = await startFaultyService();
  try {
    const count = (budget: Budget, rules?: readonly string[]): Promise<Counts> => counted(service.target, budget, rules);
    const whole: Counts[] = [];
    for (const budget of budgets) whole.push(await count(budget));
    const [quick = new Map()] = whole;
    for (const [rule, operations] of quick) {
      if (operations.size > 0 || whole.some((counts) => (counts.get(rule)?.size ?? 0) > 0)) continue;
      const alone = (await count('quick', [rule])).get(rule) ?? new Map();
      for (const counts of whole) counts.set(rule, alone);
    }
    return written(whole);
  } finally {
    await service.close();
  }
}

function written(whole: readonly Counts[]): string {
  const rules = [...new Set(whole.flatMap((counts) => [...counts.keys()]))].sort();
  const rows = rules.map((rule) => {
    const ofRule = whole.map((counts) => counts.get(rule) ?? new Map<string, number>());
    const operations = [...new Set(ofRule.flatMap((counts) => [...counts.keys()]))].sort();
    const cells = operations.map((operation) => `    "${operation}": [${ofRule.map((counts) => counts.get(operation) ?? 0).join(', ')}]`);
    return cells.length === 0 ? `  "${rule}": {}` : `  "${rule}": {\n${cells.join(',\n')}\n  }`;
  });
  return `{\n${rows.join(',\n')}\n}\n`;
}

async function counted(target: Target, budget: Budget, rules?: readonly string[]): Promise<Counts> {
  const counts: Counts = new Map();
  const onEvent = (event: RunEvent): void => count(counts, event);
  await runConformance(target, { profile: 'reference', budget, seed: SEED, onEvent, ...(rules && { rules }) });
  return counts;
}

function count(counts: Counts, event: RunEvent): void {
  // A check that only looks at the requests of other rules has a row too.
  if (event.type === 'rule-started') counts.set(event.rule, counts.get(event.rule) ?? new Map());
  if (event.type !== 'request-sent') return;
  const { method, status, url } = event;
  // A removal is counted with the creation.
  if (event.rule === 'cleanup' && method === 'DELETE') return;
  const rule = event.rule === 'preflight' || event.rule === 'cleanup' ? FRAME : event.rule;
  const operation = operationOf(method, url.replace(/^[a-z]+:\/\/[^/?#]*/i, ''));
  const ofRule = counts.get(rule) ?? new Map<string, number>();
  counts.set(rule, ofRule);
  const add = (name: string): void => void ofRule.set(name, (ofRule.get(name) ?? 0) + 1);
  add(`${method} ${operation ?? 'other'}`);
  if (kinds.some(({ create }) => create === operation) && status !== undefined && status < 300) add(`${CREATED} ${operation}`);
}

import { startFaultyService } from '../mutants/peer/faulty-service.ts';
import { operationOf } from '../mutants/peer/operation-of.ts';
import { type Budget, type RunEvent, runConformance } from '../src/index.ts';
import { frame } from '../src/plan/estimate.ts';

type Counts = Map<string, Map<string, number>>;

const seed = 1;

/** How many requests each rule sends, by operation, at the budgets quick and standard, as `src/plan/requests.json` holds them. */
export async function recordedRequests(): Promise<string> {
  const [quick, standard] = [await counted('quick'), await counted('standard')];
  const rules = [...new Set([...quick.keys(), ...standard.keys()])].sort();
  const rows = rules.map((rule) => {
    const [few, many] = [quick.get(rule), standard.get(rule)];
    const operations = [...new Set([...(few?.keys() ?? []), ...(many?.keys() ?? [])])].sort();
    const cells = operations.map((operation) => `    "${operation}": [${few?.get(operation) ?? 0}, ${many?.get(operation) ?? 0}]`);
    return cells.length === 0 ? `  "${rule}": {}` : `  "${rule}": {\n${cells.join(',\n')}\n  }`;
  });
  return `{\n${rows.join(',\n')}\n}\n`;
}

async function counted(budget: Budget): Promise<Counts> {
  const counts: Counts = new Map();
  const service = await startFaultyService();
  try {
    const onEvent = (event: RunEvent): void => count(counts, event);
    await runConformance(service.target, { profile: 'reference', budget, seed, onEvent });
  } finally {
    await service.close();
  }
  return counts;
}

function count(counts: Counts, event: RunEvent): void {
  // A check may look at what another rule sent: it has a row all the same.
  if (event.type === 'rule-started') counts.set(event.rule, counts.get(event.rule) ?? new Map());
  if (event.type !== 'request-sent') return;
  const rule = event.rule === 'preflight' || event.rule === 'cleanup' ? frame : event.rule;
  const path = event.url.replace(/^[a-z]+:\/\/[^/?#]*/i, '');
  const operation = `${event.method} ${operationOf(event.method, path) ?? 'other'}`;
  const ofRule = counts.get(rule) ?? new Map<string, number>();
  counts.set(rule, ofRule.set(operation, (ofRule.get(operation) ?? 0) + 1));
}

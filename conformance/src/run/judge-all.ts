import { checks } from '../checks/registry.ts';
import type { Rule } from '../generated/rules.ts';
import { isKnownFailure } from './baseline.ts';
import type { Check } from './check.ts';
import { judgeRule } from './judge-rule.ts';
import type { RuleResult } from './result.ts';
import type { RunOptions } from './run-conformance.ts';
import type { Bench } from './trial.ts';

/** What is told of each rule while all are judged. */
export interface Observer {
  readonly started: (rule: Rule) => void;
  /** Takes a result, answers it as it will be reported. */
  readonly judged: (result: RuleResult) => RuleResult;
}

interface Entry {
  readonly rule: Rule;
  readonly check: Check;
}

const defaultWorkers = 6;

/** Judges the rules, shared checks side by side, then the exclusive ones one by one; answers in the order of the rules. */
export async function judgeAll(
  selected: readonly Rule[],
  bench: Bench,
  options: RunOptions,
  observer: Observer,
): Promise<readonly RuleResult[]> {
  const results = new Map<string, RuleResult>();
  const report = (result: RuleResult): void => void results.set(result.id, observer.judged(result));
  const entries: Entry[] = [];
  for (const rule of selected) {
    const check = checks.find((candidate) => candidate.rule === rule.id);
    const reason = reasonToSkip(rule, check, options);
    if (check === undefined || reason !== undefined) report(skipped(rule, reason ?? ''));
    else entries.push({ rule, check });
  }
  const judge = async ({ rule, check }: Entry): Promise<void> => {
    const reason = reasonToStop(results, bench, options);
    if (reason !== undefined) return report(skipped(rule, reason));
    observer.started(rule);
    report(await judgeRule(rule, check, bench));
  };
  const order = ({ check }: Entry): number => checks.indexOf(check);
  await inParallel(
    entries.filter(({ check }) => check.lane === 'shared'),
    options.workers ?? defaultWorkers,
    judge,
  );
  for (const entry of entries.filter(({ check }) => check.lane === 'exclusive').sort((left, right) => order(left) - order(right)))
    await judge(entry);
  return selected.flatMap(({ id }) => results.get(id) ?? []);
}

/** Every rule as it stands when the run was stopped before any was judged. */
export function skipAll(selected: readonly Rule[], observer: Observer): readonly RuleResult[] {
  return selected.map((rule) => observer.judged(skipped(rule, stoppedBefore)));
}

const stoppedBefore = 'the run was stopped before it';

function reasonToSkip(rule: Rule, check: Check | undefined, { profile = 'stated' }: RunOptions): string | undefined {
  if (rule.level === 'chosen' && profile !== 'reference') return 'the source leaves this open: judged only under --profile reference';
  if (rule.unobservable !== undefined) return rule.unobservable;
  return check === undefined ? 'this version of the suite has no check for it yet' : undefined;
}

function reasonToStop(results: ReadonlyMap<string, RuleResult>, bench: Bench, { bail = false }: RunOptions): string | undefined {
  if (bench.signal.aborted) return stoppedBefore;
  const failed = bail && [...results.values()].find((result) => result.outcome === 'fail' && !isKnownFailure(result));
  return failed ? `${failed.id} failed before it (--bail)` : undefined;
}

function skipped({ id, level, role, clause, statement }: Rule, reason: string): RuleResult {
  return { id, level, role, clause, statement, outcome: 'skip', reason, runs: 0, requests: 0, durationMs: 0 };
}

async function inParallel<T>(items: readonly T[], workers: number, work: (item: T) => Promise<void>): Promise<void> {
  const queue = [...items];
  const worker = async (): Promise<void> => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: workers }, worker));
}

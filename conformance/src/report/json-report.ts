import { specsVersion } from '../generated/contract.ts';
import { headerPairs } from '../http/answer.ts';
import type { ShownDelivery, ShownExchange } from '../model/evidence.ts';
import type { ConformanceResult } from '../model/result.ts';
import { nextStep } from './next-step.ts';
import { failureScript } from './scripts/failure-script.ts';
import { suite } from './suite.ts';

/** The version of the shape of this report. */
const SCHEMA_VERSION = 1;

/** The result as JSON. */
export function jsonReport(result: ConformanceResult): string {
  const { target, command, profile, budget, seed, startedAt, durationMs, requests, lostAnswers, summary, answers, conclusion, cleanup } =
    result;
  const rules = result.rules.map(({ failure, coverage: _coverage, ...rule }) => ({
    ...rule,
    ...(failure && {
      failure: {
        ...failure,
        exchanges: failure.exchanges.map(shownExchange),
        deliveries: failure.deliveries.map(shownDelivery),
        curl: failureScript(rule, failure, target),
      },
    }),
  }));
  const report = {
    schemaVersion: SCHEMA_VERSION,
    suite,
    specs: { version: specsVersion },
    target,
    command,
    profile,
    budget,
    seed,
    startedAt,
    durationMs,
    requests,
    lostAnswers,
    answers,
    summary,
    conclusion,
    next: nextStep(result) ?? null,
    cleanup,
    coverage: Object.fromEntries(result.rules.map(({ id, coverage }) => [id, coverage])),
    rules,
  };
  return `${JSON.stringify(report, null, 2)}\n`;
}

function shownExchange({ call, answer, lost, onPurpose, why, pinned, together, startedAt, durationMs }: ShownExchange): unknown {
  const { isOdd: _isOdd, ...request } = call;
  const response = answer && { status: answer.status, headers: headerPairs(answer.rawHeaders), body: answer.body };
  return {
    why,
    pinned,
    together: together ?? null,
    request: { ...request, body: call.body ?? null },
    response: response ?? null,
    lost: lost ?? null,
    cutOnPurpose: onPurpose ?? false,
    startedAt: new Date(startedAt).toISOString(),
    durationMs,
  };
}

function shownDelivery(delivery: ShownDelivery): unknown {
  return { ...delivery, arrivedAt: new Date(delivery.arrivedAt).toISOString() };
}

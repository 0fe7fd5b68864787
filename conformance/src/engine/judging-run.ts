import { randomInt } from 'node:crypto';
import type { Exchange } from '../model/exchange.ts';
import type { AnswerCount, Budget, KeptExchange } from '../model/result.ts';
import type { Replay, RunOptions } from '../model/run-options.ts';
import { hider } from './hide-secrets.ts';
import { withoutUserInfo } from './redact.ts';
import type { Secret } from './secret.ts';
import { Workers } from './workers.ts';

/** Counts everything that a run sends, and keeps it if a report shows the whole run. */
class ExchangeLog {
  readonly #keeps: boolean;
  readonly #answers = new Map<string, AnswerCount>();
  readonly kept: KeptExchange[] = [];
  requests = 0;
  /** How many requests got no answer, without those that the suite cut itself. */
  lost = 0;

  constructor(keeps: boolean) {
    this.#keeps = keeps;
  }

  /** How often each operation was answered with each status, ordered by the first such answer. */
  get answers(): readonly AnswerCount[] {
    return [...this.#answers.values()];
  }

  note(rule: string, exchange: Exchange): void {
    this.requests += 1;
    if (exchange.answer === undefined && !exchange.onPurpose) this.lost += 1;
    if (this.#keeps) this.kept.push({ rule, exchange });
    const { call, answer } = exchange;
    if (answer === undefined) return;
    const { operation = null, method, url } = call;
    const key = `${operation} ${answer.status}`;
    const { times = 0, first = { rule, method, url } } = this.#answers.get(key) ?? {};
    this.#answers.set(key, { operation, status: answer.status, times: times + 1, first });
  }
}

/** What the engine works with in a run of any role. */
export interface JudgingRun {
  /** A name that everything that the run creates contains. */
  readonly runName: string;
  readonly seed: number;
  /** Multiplies the number of cases of every property. Below 1, only this share of listed cases is tried too. */
  readonly effort: number;
  /** Limits how many rules send at once. */
  readonly workers: Workers;
  /** Ends the run. No call is sent after it. */
  readonly signal: AbortSignal;
  /** Everything that the run sends. */
  readonly log: ExchangeLog;
  /** Called with every exchange and its rule. */
  readonly observe: (rule: string, exchange: Exchange) => void;
  /** Failing cases of an earlier run, by rule. */
  readonly replay: Replay | undefined;
}

/** The factor by which a budget multiplies the number of cases. */
const effortOf: Readonly<Record<Budget, number>> = { quick: 0.1, standard: 1, thorough: 10 };

/** How a role begins its runs. */
interface Start {
  readonly runName: string;
  /** How many rules send at once, unless the options say otherwise. */
  readonly workers: number;
  /** Ends the run, like the caller's own signal. */
  readonly failed: AbortSignal;
  /** The secrets that a URL may contain: those of the configuration. */
  readonly secrets: readonly Secret[];
}

/** What a run of any role begins with. */
export function judgingRun(options: RunOptions, { runName, workers, failed, secrets }: Start): JudgingRun {
  const log = new ExchangeLog(options.keepExchanges ?? false);
  const tell = observeRequests(options, secrets);
  return {
    runName,
    seed: options.seed ?? randomInt(0x7fffffff),
    effort: effortOf[options.budget ?? 'standard'],
    workers: new Workers(options.workers ?? workers),
    signal: options.signal === undefined ? failed : AbortSignal.any([failed, options.signal]),
    replay: options.replay,
    log,
    observe: (rule, exchange) => {
      log.note(rule, exchange);
      tell?.(rule, exchange);
    },
  };
}

/** Reports every request; undefined if nobody listens. */
function observeRequests({ onEvent }: RunOptions, secrets: readonly Secret[]): JudgingRun['observe'] | undefined {
  if (onEvent === undefined) return undefined;
  const hide = hider(secrets);
  return (rule, { call, answer, startedAt, durationMs }) => {
    const request = { type: 'request-sent', rule, method: call.method, status: answer?.status, startedAt, durationMs } as const;
    // Secrets are hidden only when the URL is read, because that takes longer than everything else about a request.
    onEvent({
      ...request,
      get url() {
        return hide(withoutUserInfo(call.url));
      },
    });
  };
}

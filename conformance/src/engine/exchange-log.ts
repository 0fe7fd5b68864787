import type { Exchange } from '../model/exchange.ts';
import type { AnswerCount } from '../model/result.ts';

/** An exchange, and the rule that it was sent for. */
export interface LoggedExchange {
  readonly rule: string;
  readonly exchange: Exchange;
}

/** Counts everything that a run sends, and keeps it if a report shows the whole run. */
export class ExchangeLog {
  readonly #keeps: boolean;
  readonly #answers = new Map<string, AnswerCount>();
  readonly kept: LoggedExchange[] = [];
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

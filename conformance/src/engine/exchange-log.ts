import type { Exchange } from '../model/exchange.ts';

/** An exchange, and the rule that it was made for. */
export interface LoggedExchange {
  readonly rule: string;
  readonly exchange: Exchange;
}

/** All that a run sends: counted in one place, and kept where a report shows the whole run. */
export class ExchangeLog {
  readonly #keeps: boolean;
  readonly kept: LoggedExchange[] = [];
  requests = 0;

  constructor(keeps: boolean) {
    this.#keeps = keeps;
  }

  note(rule: string, exchange: Exchange): void {
    this.requests += 1;
    if (this.#keeps) this.kept.push({ rule, exchange });
  }
}

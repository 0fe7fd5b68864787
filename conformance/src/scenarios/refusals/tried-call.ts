import type { Call } from '../../model/exchange.ts';

/** A call that a target may accept or refuse, with words for the report. */
export interface TriedCall {
  readonly operation: string;
  readonly what: string;
  readonly call: Call;
}

import type { OperationId } from '../generated/operations.ts';
import type { Call } from './exchange.ts';
import type { Json } from './json.ts';
import type { Company, Target } from './target.ts';

/** The arguments of one operation. `company` is the one in the path, or the one whose license key a configuration endpoint gets. */
export interface Arguments {
  /** The company of the call. Default: the first of the target. */
  readonly company?: Company;
  /** The identifier in the path. */
  readonly id?: string;
  /** What is sent as JSON. */
  readonly body?: Json;
  /** The Idempotency-Key. Absent if the call has none. */
  readonly key?: string;
}

/** Builds calls of the contract's operations with a token and the three headers. */
export interface Requests {
  /** The target of the calls. */
  readonly target: Target;
  /** The bearer token that they carry. */
  readonly token: string;
  /** A call of an operation, ready to be sent. @throws Skip if the configuration says that the target lacks the operation */
  call(operation: OperationId, args?: Arguments): Call;
}

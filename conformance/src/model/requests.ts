import type { OperationId } from '../generated/operations.ts';
import type { Call } from './exchange.ts';
import type { Json } from './json.ts';
import type { Company, Target } from './target.ts';

/** What one operation is called with; `company` is the one in the path, or the one whose license key a configuration endpoint gets. */
export interface Arguments {
  readonly company?: Company;
  readonly id?: string;
  readonly body?: Json;
  readonly key?: string;
}

/** Builds calls of the contract's operations that carry a token and the three headers. */
export interface Requests {
  readonly target: Target;
  readonly token: string;
  /** @throws Skip when the configuration says that the target has no such operation. */
  call(operation: OperationId, args?: Arguments): Call;
}

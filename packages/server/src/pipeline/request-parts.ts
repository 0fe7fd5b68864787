import { Problem } from '../problem.ts';
import { type PartValidators, requireValid } from './validation.ts';

/** A request after its parts were checked and their texts coerced. */
export interface RequestParts {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

/** Throws 404 for a path that names nothing, and 400 for a query or a body that does not fit the contract. */
export function requestParts(validators: PartValidators, { params, query }: Omit<RequestParts, 'body'>, body: unknown): RequestParts {
  const sent = { ...Object(params) } as Readonly<Record<string, unknown>>;
  // COMP-08: an identifier that is impossible, or not written the way we write it, names nothing.
  if (validators.Params?.(params) === false || !isAsSent(params, sent)) {
    throw new Problem('not-found', { detail: 'The path holds an identifier that this service does not give.' });
  }
  requireValid(validators.Query, 'Query', query);
  requireValid(validators.Body, 'Body', body);
  return { params, query, body };
}

/** Whether every number that was coerced from text is written as it was sent. */
function isAsSent(params: unknown, sent: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(Object(params)).every(([name, value]) => typeof value !== 'number' || String(value) === sent[name]);
}

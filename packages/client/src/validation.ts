import * as validators from './generated/validators.js';
import type { ResponseValidator } from './response-validator.ts';

export type { ResponseValidator };

interface Judge {
  (data: unknown): boolean;
  readonly errors?: readonly { readonly instancePath: string; readonly message?: string }[] | null;
}

/** The validators by operation and status: `listArticolo200`. */
const judges: Readonly<Record<string, Judge | undefined>> = { ...validators };

/** Operations whose success holds no JSON: there is nothing to validate. */
const WITHOUT_JSON = /^(?:delete\w+204|getFatturaElettronicaXml200)$/;

/**
 * Validates every answer against the schemas of the contract. Pass it to `createClient` as `validate`. An answer that does not match its
 * schema, or has a status that is not in the contract, ends the call with `contract-breach`.
 *
 * @example
 * const client = createClient({ ...options, validate: validateResponse });
 */
export const validateResponse: ResponseValidator = (operation, status, data) => {
  const name = `${operation}${status}`;
  const judge = judges[name];
  if (!judge) return WITHOUT_JSON.test(name) ? undefined : { pointer: '', detail: 'the contract does not have this status' };
  if (judge(data)) return undefined;
  const [error] = judge.errors ?? [];
  return { pointer: error?.instancePath ?? '', detail: error?.message ?? 'it does not fit its schema' };
};

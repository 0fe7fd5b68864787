import * as generated from '../generated/validators.js';
import type { Violation } from '../problem.ts';
import { escaped, type Misfit, violationsOf } from './violations.ts';

/** The parts of a request that have a schema. */
export type Part = 'Body' | 'Params' | 'Query';

/** Says whether data is valid, and coerces it in place. */
export interface Validator {
  (data: unknown): boolean;
  errors?: readonly Misfit[] | null;
}

// The generated module is one export per operation and part: looked up by name, here and nowhere else.
const validators = generated as unknown as Readonly<Record<string, Validator | undefined>>;

/** The validators of an operation's parts; undefined for a part that it does not have. */
export type PartValidators = Readonly<Record<Part, Validator | undefined>>;

export function validatorsOf(operationId: string): PartValidators {
  return { Body: validators[`${operationId}Body`], Params: validators[`${operationId}Params`], Query: validators[`${operationId}Query`] };
}

/** The validators of a success: of its body where that is JSON, and of the headers that a handler sets. */
export function answerValidatorsOf(operationId: string, status: number): Readonly<Record<'body' | 'headers', Validator | undefined>> {
  return { body: validators[`${operationId}${status}`], headers: validators[`${operationId}${status}Headers`] };
}

/** The numbers that were coerced from text and are not finite: 400 digits become Infinity, which a schema without bounds accepts. */
function infiniteNumbers(query: unknown): readonly Misfit[] {
  const infinite = Object.entries(Object(query)).filter(([, value]) => typeof value === 'number' && !Number.isFinite(value));
  return infinite.map(([name]) => ({ keyword: 'type', instancePath: `/${escaped(name)}`, params: { type: 'integer' } }));
}

/** Everything that is wrong with a query. It is coerced in place. */
export function queryViolations(validator: Validator | undefined, query: unknown): readonly Violation[] {
  if (validator === undefined) return [];
  return violationsOf('query', validator(query) ? infiniteNumbers(query) : (validator.errors ?? []));
}

/** Everything that is wrong with a body. */
export function bodyViolations(validator: Validator | undefined, body: unknown): readonly Violation[] {
  return validator === undefined || validator(body) ? [] : violationsOf('body', validator.errors ?? []);
}

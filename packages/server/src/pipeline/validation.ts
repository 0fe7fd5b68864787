import * as generated from '../generated/validators.js';
import { Problem, type Violation } from '../problem.ts';

/** The parts of a request that have a schema. */
export type Part = 'Body' | 'Params' | 'Query';

/** Says whether data is valid, and coerces it in place. */
export interface Validator {
  (data: unknown): boolean;
  errors?: readonly { readonly instancePath?: string; readonly message?: string }[] | null;
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

const PLACES = { Body: 'body', Params: 'path', Query: 'query' } as const satisfies Record<Part, Violation['in']>;
// A body with a thousand wrong members is answered with ten of them.
const VIOLATIONS_MAX = 10;

/** Whether every number that was coerced from text is finite: 400 digits become Infinity, which a schema without bounds accepts. */
function hasFiniteNumbers(data: unknown): boolean {
  const members = Object(data) as Readonly<Record<string, unknown>>;
  for (const name in members) if (typeof members[name] === 'number' && !Number.isFinite(members[name])) return false;
  return true;
}

/** Throws 400 `schema-violation` with the places that broke the schema. Query and params are coerced in place. */
export function requireValid(validator: Validator | undefined, part: Part, data: unknown): void {
  if (validator === undefined) return;
  if (!validator(data)) throw violation(part, validator.errors ?? []);
  if (part === 'Query' && !hasFiniteNumbers(data)) throw violation(part, [{ message: 'must hold finite numbers only' }]);
}

function violation(part: Part, errors: NonNullable<Validator['errors']>): Problem {
  const place = PLACES[part];
  return new Problem('schema-violation', {
    detail: `The ${place} of the request does not fit the contract.`,
    errors: errors.slice(0, VIOLATIONS_MAX).map(({ instancePath = '', message = 'does not fit' }) => ({
      in: place,
      pointer: instancePath,
      detail: message,
    })),
  });
}

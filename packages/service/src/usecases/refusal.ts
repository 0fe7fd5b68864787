import type { CustomerComponents, ProblemCode } from '@business-cloud/server';

type Violation = CustomerComponents['schemas']['ProblemError'];

/** Why a use case did not do what it was asked to; nothing of it stays. */
export interface Refusal<Code extends ProblemCode = ProblemCode> {
  readonly problem: Code;
  /** For a person; never a secret. Without one, the pipeline says what is wrong with each place. */
  readonly detail?: string;
  /** Each thing that was wrong, and where. */
  readonly errors?: Violation[];
}

/** The refusal of an identifier that names nothing (COMP-08). */
export function notFound(kind: string, id: number | string): Refusal<'not-found'> {
  return { problem: 'not-found', detail: `There is no ${kind} ${id}.` };
}

/** The refusal of values that the schema allows and that cannot be all the same. */
export function invalidValues(errors: readonly Violation[]): Refusal<'invalid-value'> {
  return { problem: 'invalid-value', errors: [...errors] };
}

/** The refusal to delete what another object names (D-17). */
export function inUse(kind: string, id: number): Refusal<'in-use'> {
  return { problem: 'in-use', detail: `Another object names ${kind} ${id}. Delete or change that object first.` };
}

/** The refusal of a PUT with a stale token (CONC-02). */
export const staleToken: Refusal<'concurrency-conflict'> = {
  problem: 'concurrency-conflict',
  detail: 'The object has changed since its concurrency token was read. Read it again.',
};

import type { Answer } from './answer.ts';
import type { components } from './generated/customer.ts';
import { type ProblemCode, problems } from './generated/problems.ts';

/** The media type of every error (D-01, RFC 9457). */
export const PROBLEM_MEDIA_TYPE = 'application/problem+json; charset=utf-8';

/** One place in a request that is wrong, and what was expected there. */
export type Violation = components['schemas']['ProblemError'];

export interface ProblemDetails {
  /** What happened to this request, and what to do. It never holds a secret. */
  readonly detail?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly errors?: readonly Violation[];
  /** A URN of this one occurrence, which is also in the log. */
  readonly instance?: string;
}

/** An error that ends the pipeline with a problem of the registry. */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly details: ProblemDetails;

  constructor(code: ProblemCode, details: ProblemDetails = {}) {
    super(details.detail ?? problems[code].title);
    this.name = 'Problem';
    this.code = code;
    this.details = details;
  }
}

/** The answer for a problem (ERR-02). */
export function problemAnswer(code: ProblemCode, details: ProblemDetails = {}): Answer {
  const { status, title } = problems[code];
  return {
    status,
    headers: { ...details.headers, 'content-type': PROBLEM_MEDIA_TYPE },
    body: JSON.stringify({
      type: `urn:business-cloud:problem:${code}`,
      title,
      status,
      code,
      detail: details.detail,
      instance: details.instance,
      errors: details.errors,
    }),
  };
}

import { record, shown, shownText } from '#runtime';
import type { OtherAnswer, ProblemDocument } from './client-error.ts';

/** What is read of an answer to make an error of it. */
interface Refused {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
  /** A service, or a proxy before it, may echo what it was sent. */
  readonly secrets?: readonly string[];
}

const isObject = record().accepts;
const SHOWN_MAX = 2048;

/** The problem document of an answer, if it holds one, without secrets. */
export function parseProblem({ text, headers, secrets = [] }: Refused): ProblemDocument | undefined {
  if (!headers.get('Content-Type')?.includes('json')) return undefined;
  try {
    const value: unknown = JSON.parse(shownText(text, secrets));
    return isObject(value) ? onlyKnownTypes(Object(value)) : undefined;
  } catch {
    return undefined;
  }
}

/** Members with another type than the contract's are treated as absent. */
function onlyKnownTypes(value: object): ProblemDocument {
  const { code, errors, ...others } = value as ProblemDocument;
  return {
    ...others,
    ...(typeof code === 'string' ? { code } : undefined),
    ...(Array.isArray(errors) ? { errors: errors.filter(isObject) } : undefined),
  };
}

/** What came in the place of what the contract says, without secrets. */
export function otherAnswer({ status, headers, text, secrets = [] }: Refused): OtherAnswer {
  return { status, headers: shownHeaders({ headers, secrets }), body: shownText(text, secrets).slice(0, SHOWN_MAX) };
}

/** The headers of an answer, without secrets. */
export function shownHeaders({ headers, secrets = [] }: Pick<Refused, 'headers' | 'secrets'>): Readonly<Record<string, string>> {
  return Object.fromEntries([...headers].map(([name, value]) => [name, shown(name, value, secrets)]));
}

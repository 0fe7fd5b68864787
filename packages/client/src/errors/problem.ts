import type { ProblemDocument } from './client-error.ts';

/**
 * The problem document that the text of an answer is, if it is one. A service, or something before it, may repeat what it was sent:
 * secrets in it are made unreadable, but for the code, by which programs decide.
 */
export function parseProblem(text: string, headers: Headers, secrets: readonly string[] = []): ProblemDocument | undefined {
  if (!headers.get('Content-Type')?.includes('json')) return undefined;
  const clean = (name: string, value: unknown): unknown => {
    if (typeof value !== 'string' || (name === 'code' && !secrets.includes(value))) return value;
    return redact(value, secrets);
  };
  try {
    const value: unknown = JSON.parse(text, clean);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? onlyKnownTypes(value) : undefined;
  } catch {
    return undefined;
  }
}

/** Members of another type than the contract's are as if they were absent, so that nobody trips over them. */
function onlyKnownTypes(value: object): ProblemDocument {
  const { code, errors, ...others } = value as ProblemDocument;
  return {
    ...others,
    ...(typeof code === 'string' ? { code } : undefined),
    ...(Array.isArray(errors) ? { errors: errors.filter((error) => typeof error === 'object' && error !== null) } : undefined),
  };
}

/** The text with every secret in it made unreadable. */
export function redact(text: string, secrets: readonly string[]): string {
  return secrets.reduce((clean, secret) => (secret ? clean.replaceAll(secret, '[secret]') : clean), text);
}

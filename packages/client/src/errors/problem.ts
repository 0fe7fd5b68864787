import type { ProblemDocument } from './client-error.ts';

/**
 * The problem document in the text of an answer, if there is one. A service, or a proxy before it, may echo what it was sent:
 * secrets in it are replaced, except in the code, which programs depend on.
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

/** Members with another type than the contract's are treated as absent. */
function onlyKnownTypes(value: object): ProblemDocument {
  const { code, errors, ...others } = value as ProblemDocument;
  return {
    ...others,
    ...(typeof code === 'string' ? { code } : undefined),
    ...(Array.isArray(errors) ? { errors: errors.filter((error) => typeof error === 'object' && error !== null) } : undefined),
  };
}

/** The text with every secret in it replaced. */
export function redact(text: string, secrets: readonly string[]): string {
  return secrets.reduce((clean, secret) => (secret ? clean.replaceAll(secret, '[secret]') : clean), text);
}

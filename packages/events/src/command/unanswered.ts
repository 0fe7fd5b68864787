/** Why a request got no answer: the code of the system where there is one. */
export function causeOf(error: unknown): string {
  const { cause = error } = error as { readonly cause?: unknown };
  const { code, message = String(cause) } = cause as { readonly code?: unknown; readonly message?: string };
  return typeof code === 'string' ? code : message;
}

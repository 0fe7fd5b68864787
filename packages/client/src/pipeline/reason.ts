/**
 * What a thrown value says. The message of fetch says little; what happened to the connection is in the cause of its error. Whatever was
 * thrown, this does not throw.
 */
export function reasonOf(error: unknown): string {
  try {
    if (error instanceof Error) {
      const { code } = Object(error.cause);
      return `${error.message}${typeof code === 'string' ? ` (${code})` : ''}`;
    }
  } catch {}
  return 'the connection failed';
}

/**
 * Calls a function of a user that nothing waits for: a listener, a hook, a logger. What it throws, at once or later, goes to `onFault` and no
 * further, so it ends no process and costs no answer. Nor does what `onFault` throws.
 */
export function callSafely<Arguments extends readonly unknown[]>(
  callback: ((...values: Arguments) => unknown) | undefined,
  onFault: (error: unknown) => void,
  ...values: Arguments
): void {
  const report = (error: unknown): void => {
    try {
      onFault(error);
    } catch {}
  };
  try {
    // A promise of any library counts, whatever its `then` does.
    Promise.resolve(callback?.(...values)).catch(report);
  } catch (error) {
    report(error);
  }
}

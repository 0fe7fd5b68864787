/** How long a Retry-After header asks to wait, in milliseconds, whether it is written in seconds or as a date. */
export function retryAfterMs(headers: Headers): number | undefined {
  const value = headers.get('Retry-After')?.trim();
  if (!value) return undefined;
  if (/^\d+(\.\d+)?$/.test(value)) return Number(value) * 1000;
  const at = Date.parse(value);
  // Relative to the clock of the service, if the answer has a Date.
  const now = Date.parse(headers.get('Date') ?? '') || Date.now();
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}

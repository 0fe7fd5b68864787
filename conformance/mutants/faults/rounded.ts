/** A value in which every decimal, at any depth, was converted to a JavaScript number and back. */
export function rounded(value: unknown): unknown {
  if (typeof value === 'string') {
    const decimals = /^-?\d+\.(\d+)$/.exec(value)?.[1];
    return decimals === undefined ? value : Number(value).toFixed(decimals.length);
  }
  if (Array.isArray(value)) return value.map(rounded);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, rounded(member)]));
}

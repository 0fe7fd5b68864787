/** One element of a signature header: `[prefix, value]`. */
export type Element = readonly [prefix: string, value: string];

/** A signature header with these elements, in this order. */
export function headerOf(...elements: readonly Element[]): string {
  return elements.map(([prefix, value]) => `${prefix}=${value}`).join(',');
}

import type { ShownExchange } from '../model/evidence.ts';
import type { Exchange } from '../model/exchange.ts';

/** Collects why exchanges are shown. The first reason of each counts. */
export class Reasons {
  readonly #reasons = new Map<Exchange, { readonly why: string; readonly pinned: boolean }>();

  get size(): number {
    return this.#reasons.size;
  }

  /** Shows an exchange that is needed to understand the failure. Does nothing if it is undefined. */
  pin(exchange: Exchange | undefined, why: string): void {
    if (exchange !== undefined && !this.#reasons.has(exchange)) this.#reasons.set(exchange, { why, pinned: true });
  }

  /** Shows an exchange that only came before the failure. */
  add(exchange: Exchange | undefined, why: string): void {
    if (exchange !== undefined && !this.#reasons.has(exchange)) this.#reasons.set(exchange, { why, pinned: false });
  }

  pinned(): readonly Exchange[] {
    return [...this.#reasons].flatMap(([exchange, { pinned }]) => (pinned ? [exchange] : []));
  }

  all(): readonly Exchange[] {
    return [...this.#reasons.keys()];
  }

  /** All exchanges in the order in which they were sent. Those that overlap share a number. */
  shown(): readonly ShownExchange[] {
    const ordered = [...this.#reasons].toSorted(([one], [other]) => (one.order?.began ?? 0) - (other.order?.began ?? 0));
    let group = 0;
    const groups = new Map<Exchange, number>();
    for (const [index, [exchange]] of ordered.entries()) {
      const earlier = ordered.slice(0, index).findLast(([other]) => overlaps(other, exchange));
      if (earlier === undefined) continue;
      const number = groups.get(earlier[0]) ?? ++group;
      groups.set(earlier[0], number).set(exchange, number);
    }
    return ordered.map(([exchange, reason]) => {
      const together = groups.get(exchange);
      return { ...exchange, ...reason, ...(together !== undefined && { together }) };
    });
  }
}

/** Whether two exchanges overlapped in time. */
export function overlaps({ order: one }: Exchange, { order: other }: Exchange): boolean {
  return one !== undefined && other !== undefined && one.began < other.ended && other.began < one.ended;
}

import type { CompanyId } from '../../model/ids.ts';
import { TooManyWaiting } from './company-turns.ts';

/** The writes of each company at this node, from the request for a connection to the commit. */
export interface WritesInProgress {
  /** @param company undefined for what belongs to none: that is not counted @throws {TooManyWaiting} when the company has too many already */
  run<Result>(company: CompanyId | undefined, work: () => Promise<Result>): Promise<Result>;
}

/**
 * Connections are given out in the order in which they are asked for: whoever asks for thousands would keep everybody else waiting.
 *
 * @param max how many a company has at once
 */
export function createWritesInProgress(max: number): WritesInProgress {
  const counts = new Map<CompanyId, number>();

  function change(company: CompanyId, by: number): void {
    const count = (counts.get(company) ?? 0) + by;
    if (count === 0) counts.delete(company);
    else counts.set(company, count);
  }

  return {
    async run(company, work) {
      if (company === undefined) return work();
      if ((counts.get(company) ?? 0) >= max) throw new TooManyWaiting(`Too many writes of company ${company} wait.`);
      change(company, 1);
      try {
        return await work();
      } finally {
        change(company, -1);
      }
    },
  };
}

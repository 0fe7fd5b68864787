import type { Company } from '../model/target.ts';

/** A registration that was refused when about as many webhooks existed as were ever seen to be allowed. */
export interface RefusedRegistration {
  readonly company: Company;
  /** The webhooks of the company that this run had at that moment, as far as they were answered. */
  readonly webhooks: number;
}

/** Registrations that may be under way, uncounted, when one is refused. */
const UNDER_WAY = 10;

/** What the answers to registrations show about how many webhooks a target allows: the source sets no number, so any limit is legal. */
export class Registrations {
  readonly #most = new Map<string, number>();
  readonly #refused = new Map<string, RefusedRegistration>();
  /** The event types that webhooks were created for. */
  readonly #taken = new Set<string>();
  /** Set once a limit was met: from then on a refusal near it proves nothing. */
  limited = false;

  /**
   * @param webhooks how many the company has after the registration
   * @param types the event types that it was for
   */
  note(rule: string, company: Company, webhooks: number, status: number, types: readonly string[]): void {
    if (status >= 200 && status < 300) for (const type of types) this.#taken.add(type);
    if (status >= 200 && status < 300) this.#most.set(company.id, Math.max(webhooks, this.#most.get(company.id) ?? 0));
    const refused = this.#refused.get(rule);
    if (status >= 400 && status < 500 && status !== 401 && webhooks >= (refused?.webhooks ?? 1))
      this.#refused.set(rule, { company, webhooks });
  }

  /** The types for which no webhook was created so far, although one was for others: they explain a refusal better than a limit. */
  neverTaken(types: readonly string[]): readonly string[] {
    return this.#taken.size === 0 ? [] : types.filter((type) => !this.#taken.has(type));
  }

  /** A type that webhooks were created for, preferably one that fires few events in a run; undefined if there was none yet. */
  get takenType(): string | undefined {
    const taken = [...this.#taken];
    return taken.find((type) => type.endsWith('.Delete')) ?? taken[0];
  }

  /** A refusal for a rule that a limit may explain: not clearly more webhooks have been seen to be allowed. */
  refusedFor(rule: string): RefusedRegistration | undefined {
    const refused = this.#refused.get(rule);
    return refused !== undefined && refused.webhooks + UNDER_WAY >= (this.#most.get(refused.company.id) ?? 0) ? refused : undefined;
  }
}

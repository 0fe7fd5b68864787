import type { Company } from '../model/target.ts';

/** A registration that was refused when about as many webhooks existed as the target was ever seen to allow. */
export interface RefusedRegistration {
  readonly company: Company;
  /** The number of the company's webhooks that this run had at that moment, as far as their creation was answered. */
  readonly webhooks: number;
}

/** How many other registrations may be in progress, and not yet counted, when one is refused. */
const UNDER_WAY = 10;

/** Learns from the answers to registrations how many webhooks a target allows. The source sets no number, so any limit conforms. */
export class Registrations {
  readonly #most = new Map<string, number>();
  readonly #refused = new Map<string, RefusedRegistration>();
  /** The event types for which webhooks were created. */
  readonly #taken = new Set<string>();
  /** Set once a limit was reached. From then on a refusal near it proves nothing. */
  limited = false;

  /**
   * @param webhooks how many webhooks the company has after the registration
   * @param types the event types of the registration
   */
  note(rule: string, company: Company, webhooks: number, status: number, types: readonly string[]): void {
    if (status >= 200 && status < 300) for (const type of types) this.#taken.add(type);
    if (status >= 200 && status < 300) this.#most.set(company.id, Math.max(webhooks, this.#most.get(company.id) ?? 0));
    const refused = this.#refused.get(rule);
    if (status >= 400 && status < 500 && status !== 401 && webhooks >= (refused?.webhooks ?? 1))
      this.#refused.set(rule, { company, webhooks });
  }

  /** The types without any webhook so far, if other types have one. They explain a refusal better than a limit. */
  neverTaken(types: readonly string[]): readonly string[] {
    return this.#taken.size === 0 ? [] : types.filter((type) => !this.#taken.has(type));
  }

  /** A type for which a webhook was created, preferably one with few events in a run; undefined if there is none yet. */
  get takenType(): string | undefined {
    const taken = [...this.#taken];
    return taken.find((type) => type.endsWith('.Delete')) ?? taken[0];
  }

  /** A refusal for a rule that a limit may explain, because the target was never seen to allow clearly more webhooks. */
  refusedFor(rule: string): RefusedRegistration | undefined {
    const refused = this.#refused.get(rule);
    return refused !== undefined && refused.webhooks + UNDER_WAY >= (this.#most.get(refused.company.id) ?? 0) ? refused : undefined;
  }
}

import { readList } from '../../api/listing.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Answer } from '../../model/exchange.ts';
import { type Json, type JsonObject, memberOf } from '../../model/json.ts';
import type { Company } from '../../model/target.ts';
import { Inconclusive, Skip } from '../../model/verdict.ts';
import type { Attempt, Webhook } from '../../model/webhook.ts';
import { nothing } from '../../wait/arrives.ts';
import { creationsOf, eventsAbout } from '../deliveries/arrivals.ts';
import { observerOf } from '../webhooks/observer.ts';

/** The body that creates a contact with this nome. */
export function contactBody(context: CheckContext, nome: string): JsonObject {
  return { ...(context.target.surface.bodies.anagrafica as JsonObject), nome };
}

/** Creates a contact, and does not judge the answer. */
export async function createContact(
  context: CheckContext,
  nome: string,
  options: { company?: Company; key?: string } = {},
): Promise<Answer> {
  const api = await context.api();
  return await context.send(api.call('createAnagrafica', { ...options, body: contactBody(context, nome) }));
}

/** How often a company's list shows each nome. Undefined if there is no list that can be read to its end and shows names. */
export async function listedNames(context: CheckContext, company: Company): Promise<ReadonlyMap<string, number> | undefined> {
  if (context.target.surface.anagraficaList === null) return undefined;
  const api = await context.api();
  const list = await readList(api.call('listAnagrafica', { company }), (call) => context.send(call), 'nome');
  if (list === undefined || !list.complete) return undefined;
  const counts = new Map<string, number>();
  for (const entry of list.entries) {
    const nome: Json | undefined = memberOf(entry, 'nome');
    if (typeof nome === 'string') counts.set(nome, (counts.get(nome) ?? 0) + 1);
  }
  // Entries without a nome cannot be counted.
  return counts.size === 0 && list.entries.length > 0 ? undefined : counts;
}

/** How many contacts with a nome a company has, counted in two ways. Undefined if a way does not work. */
export interface EffectCounts {
  readonly objects: (nome: string) => number | undefined;
  readonly events: (nome: string) => number | undefined;
  /** Events of every type, not only of creations. */
  readonly allEvents?: (nome: string) => number | undefined;
}

/** Counts the effects of calls by the list and by the events, since answers can be equal while effects double. */
export class SideEffects {
  readonly #context: CheckContext;
  readonly #company: Company;
  readonly #webhook: Webhook | undefined;

  private constructor(context: CheckContext, company: Company, webhook: Webhook | undefined) {
    this.#context = context;
    this.#company = company;
    this.#webhook = webhook;
  }

  /** Starts to watch a company. Only what is created after this can be counted. */
  static async watch(context: CheckContext, company: Company): Promise<SideEffects> {
    return new SideEffects(context, company, await observerIfAny(context, company));
  }

  /**
   * Counts once all expected events have arrived.
   * @param witnesses contacts that certainly exist. A list or a webhook that does not show them does not count.
   * @throws Inconclusive if neither way works.
   */
  async count(witnesses: readonly string[]): Promise<EffectCounts> {
    const eventsWork = await this.#haveArrived(witnesses);
    const names = await listedNames(this.#context, this.#company);
    const listWorks = names !== undefined && witnesses.every((nome) => names.has(nome));
    if (!listWorks && !eventsWork) {
      throw new Inconclusive(
        'neither the list of contacts nor a webhook shows what was created: set surface.anagraficaList, or make sure that deliveries reach receiver.publicUrl',
      );
    }
    return {
      objects: (nome) => (listWorks ? (names.get(nome) ?? 0) : undefined),
      events: (nome) => (eventsWork ? this.#events(nome) : undefined),
      allEvents: (nome) => (eventsWork && this.#webhook ? eventsAbout(this.#webhook, nome).size : undefined),
    };
  }

  async #haveArrived(witnesses: readonly string[]): Promise<boolean> {
    const webhook = this.#webhook;
    if (webhook === undefined || webhook.silent) return false;
    const { deliveryWithinMs } = this.#context.target.timing;
    const arrived = await this.#context.rest(() =>
      webhook.endpoint.arrives(() => witnesses.every((nome) => this.#events(nome) > 0), deliveryWithinMs),
    );
    if (arrived) await nothing(this.#context, [webhook], () => witnesses.flatMap((nome) => this.#deliveries(webhook, nome)));
    // One wait is enough to learn that nothing arrives.
    else if (webhook.endpoint.attempts.length === 0) webhook.silent = true;
    return arrived;
  }

  #deliveries(webhook: Webhook, nome: string): readonly Attempt[] {
    return creationsOf(webhook, this.#object, nome).map(({ attempt }) => attempt);
  }

  /** A delivery may be repeated. An event has one EventGuid (EVT-04). */
  #events(nome: string): number {
    if (this.#webhook === undefined) return 0;
    return new Set(creationsOf(this.#webhook, this.#object, nome).map(({ evento }) => String(evento.eventGuid))).size;
  }

  get #object(): string {
    return this.#context.target.surface.eventObjects.anagrafica;
  }
}

/** The run's observer of a company. Undefined if the target has no webhook to observe with. */
async function observerIfAny(context: CheckContext, company: Company): Promise<Webhook | undefined> {
  try {
    return await observerOf(context, company);
  } catch (error) {
    if (error instanceof Inconclusive || error instanceof Skip) return undefined;
    throw error;
  }
}

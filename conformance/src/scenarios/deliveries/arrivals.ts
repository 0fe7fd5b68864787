import { idOf } from '../../api/identity.ts';
import type { Attempt, Endpoint } from '../../model/attempt.ts';
import { type Json, memberOf } from '../../model/json.ts';
import type { Webhook } from '../../model/webhook.ts';
import { type Evento, eventoOf } from '../../receiver/attempt.ts';

/** An event as it arrived. */
export interface Arrival {
  readonly attempt: Attempt;
  readonly evento: Evento;
}

/** What arrived at an endpoint, read once: it is asked for after each delivery, so no caller may read all of it again. */
class ArrivalIndex {
  readonly #endpoint: Endpoint;
  #forgettings = 0;
  /** At the place of each attempt its arrival; undefined if the body was not JSON. */
  readonly #byPlace: (Arrival | undefined)[] = [];
  readonly #all: Arrival[] = [];
  readonly #byNome = new Map<Json, Arrival[]>();
  readonly #byId = new Map<string, Arrival[]>();

  constructor(endpoint: Endpoint) {
    this.#endpoint = endpoint;
  }

  named(nome: string): readonly Arrival[] {
    this.#readOn();
    return this.#byNome.get(nome) ?? [];
  }

  identified(id: string): readonly Arrival[] {
    this.#readOn();
    return this.#byId.get(id) ?? [];
  }

  /** All but so many of the first, as they are now. */
  after(count: number): readonly Arrival[] {
    this.#readOn();
    return this.#all.slice(count);
  }

  /** Those between two places in the order of the attempts. */
  between(from: number, until?: number): readonly Arrival[] {
    this.#readOn();
    return this.#byPlace.slice(from, until).filter((arrival) => arrival !== undefined);
  }

  #readOn(): void {
    const { attempts, forgettings } = this.#endpoint;
    if (forgettings !== this.#forgettings) {
      this.#forgettings = forgettings;
      this.#byPlace.length = 0;
      this.#all.length = 0;
      this.#byNome.clear();
      this.#byId.clear();
    }
    for (const attempt of attempts.slice(this.#byPlace.length)) {
      const evento = eventoOf(attempt);
      const arrival = evento && { attempt, evento };
      this.#byPlace.push(arrival);
      if (arrival === undefined) continue;
      this.#all.push(arrival);
      const { object } = arrival.evento;
      const [nome, id] = [memberOf(object, 'nome'), idOf(object, 'anagrafica')];
      if (nome !== undefined) append(this.#byNome, nome, arrival);
      if (id !== undefined) append(this.#byId, id, arrival);
    }
  }
}

const indexes = new WeakMap<Endpoint, ArrivalIndex>();

function indexOf(endpoint: Endpoint): ArrivalIndex {
  const known = indexes.get(endpoint) ?? new ArrivalIndex(endpoint);
  indexes.set(endpoint, known);
  return known;
}

/** The events of every type about contacts with a nome. */
export function arrivalsOfNome(endpoint: Endpoint, nome: string): readonly Arrival[] {
  return indexOf(endpoint).named(nome);
}

/** The events of every type about contacts with an id. */
export function arrivalsOfId(endpoint: Endpoint, id: string): readonly Arrival[] {
  return indexOf(endpoint).identified(id);
}

function append<K>(groups: Map<K, Arrival[]>, key: K, arrival: Arrival): void {
  const group = groups.get(key);
  if (group === undefined) groups.set(key, [arrival]);
  else group.push(arrival);
}

/** The attempts at a webhook that say that a contact with this nome was created. */
export function creationsOf(webhook: Webhook, object: string, nome: string): readonly Arrival[] {
  return arrivalsOfNome(webhook.endpoint, nome).filter(({ evento }) => evento.type === `${object}.Create`);
}

/** The EventGuids that came to a webhook about a contact with this nome, whatever their type: another attempt is no second event. */
export function eventsAbout(webhook: Webhook, nome: string): ReadonlySet<string> {
  return new Set(arrivalsOfNome(webhook.endpoint, nome).map(({ evento }) => String(evento.eventGuid)));
}

/** Whether two attempts tell of one event: by the EventGuid, or where EVT-04 finds it broken by the object. */
export function isSameEvent({ evento }: Arrival, { evento: other }: Arrival): boolean {
  if (evento.type !== other.type) return false;
  const [id, companyId] = [idOf(evento.object), String(evento.companyId)];
  return evento.eventGuid === other.eventGuid || (id !== undefined && id === idOf(other.object) && companyId === String(other.companyId));
}

/** All attempts that arrived at a webhook, or those between two places in their order. */
export function arrivalsAt(webhook: Pick<Webhook, 'endpoint'>, from = 0, until?: number): readonly Arrival[] {
  const index = indexOf(webhook.endpoint);
  return from === 0 && until === undefined ? index.after(0) : index.between(from, until);
}

/** Those of a kind, which only what is new is looked through for when they are asked for again; an arrival must be of it or not for good. */
export function arrivalsOfKind(webhook: Pick<Webhook, 'endpoint'>, isOfKind: (arrival: Arrival) => boolean): () => readonly Arrival[] {
  let [seen, forgettings, found]: [number, number, readonly Arrival[]] = [0, 0, []];
  return () => {
    if (forgettings !== webhook.endpoint.forgettings) [seen, forgettings, found] = [0, webhook.endpoint.forgettings, []];
    const more = indexOf(webhook.endpoint).after(seen);
    seen += more.length;
    const ofKind = more.filter(isOfKind);
    if (ofKind.length > 0) found = [...found, ...ofKind];
    return found;
  };
}

import { idOf } from '../../api/identity.ts';
import { type Json, memberOf } from '../../model/json.ts';
import type { Attempt, Endpoint, Webhook } from '../../model/webhook.ts';
import { type Evento, eventoOf } from '../../receiver/attempt.ts';

/** An event as it arrived. */
export interface Arrival {
  readonly attempt: Attempt;
  readonly evento: Evento;
}

/** An index of what arrived at an endpoint. Callers ask after each delivery, so each attempt is read only once. */
class ArrivalIndex {
  readonly #endpoint: Endpoint;
  #forgettings = 0;
  /** One entry for each attempt, in order; undefined if its body was not JSON. */
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

  /** All arrivals so far, except the first `count`. */
  after(count: number): readonly Arrival[] {
    this.#readOn();
    return this.#all.slice(count);
  }

  /** The arrivals of the attempts between two indexes. */
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

/** The attempts that told a webhook of the creation of a contact with this nome. */
export function creationsOf(webhook: Webhook, object: string, nome: string): readonly Arrival[] {
  return arrivalsOfNome(webhook.endpoint, nome).filter(({ evento }) => evento.type === `${object}.Create`);
}

/** The EventGuids of all events that came to a webhook about a contact with this nome. A retry is no second event. */
export function eventsAbout(webhook: Webhook, nome: string): ReadonlySet<string> {
  return new Set(arrivalsOfNome(webhook.endpoint, nome).map(({ evento }) => String(evento.eventGuid)));
}

/** Whether two attempts carry one event: by the EventGuid, or by the object, since EVT-04 may find the EventGuid wrong. */
export function isSameEvent({ evento }: Arrival, { evento: other }: Arrival): boolean {
  if (evento.type !== other.type) return false;
  const [id, companyId] = [idOf(evento.object), String(evento.companyId)];
  return evento.eventGuid === other.eventGuid || (id !== undefined && id === idOf(other.object) && companyId === String(other.companyId));
}

/** All attempts that arrived at a webhook, or those between two indexes. */
export function arrivalsAt(webhook: Pick<Webhook, 'endpoint'>, from = 0, until?: number): readonly Arrival[] {
  const index = indexOf(webhook.endpoint);
  return from === 0 && until === undefined ? index.after(0) : index.between(from, until);
}

/** The arrivals of a kind. Each call looks only at new arrivals, so `isOfKind` must always answer the same for one. */
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

import { idOf } from '../../api/identity.ts';
import type { Delivery, Endpoint } from '../../model/delivery.ts';
import { type Json, memberOf } from '../../model/json.ts';
import type { Hook } from '../../model/webhook.ts';
import { type Evento, eventoOf } from '../../receiver/delivery.ts';

/** An event as it arrived. */
export interface Arrival {
  readonly delivery: Delivery;
  readonly evento: Evento;
}

/** What arrived at an endpoint, by the contact that it is about: it is asked for after each delivery, so no caller may look through all of it. */
class ArrivalIndex {
  readonly #endpoint: Endpoint;
  #read = 0;
  #forgettings = 0;
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

  #readOn(): void {
    const { deliveries, forgettings } = this.#endpoint;
    if (forgettings !== this.#forgettings) {
      this.#forgettings = forgettings;
      this.#read = 0;
      this.#byNome.clear();
      this.#byId.clear();
    }
    for (; this.#read < deliveries.length; this.#read += 1) {
      const delivery = deliveries[this.#read];
      const evento = delivery && eventoOf(delivery);
      if (delivery === undefined || evento === undefined) continue;
      const [nome, id] = [memberOf(evento.object, 'nome'), idOf(evento.object, 'anagrafica')];
      if (nome !== undefined) append(this.#byNome, nome, { delivery, evento });
      if (id !== undefined) append(this.#byId, id, { delivery, evento });
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

/** The deliveries at a hook that say that a contact with this nome was created. */
export function creationsOf(hook: Hook, object: string, nome: string): readonly Arrival[] {
  return arrivalsOfNome(hook.endpoint, nome).filter(({ evento }) => evento.type === `${object}.Create`);
}

/** The EventGuids that came to a hook about a contact with this nome, whatever their type: a repeated delivery is no second event. */
export function eventsAbout(hook: Hook, nome: string): ReadonlySet<string> {
  return new Set(arrivalsOfNome(hook.endpoint, nome).map(({ evento }) => String(evento.eventGuid)));
}

/** Everything that arrived at a hook, or what stands between two places of its deliveries. */
export function arrivalsAt(hook: Hook, from = 0, until: number = Number.POSITIVE_INFINITY): readonly Arrival[] {
  return hook.endpoint.deliveries.slice(from, until).flatMap((delivery) => {
    const evento = eventoOf(delivery);
    return evento === undefined ? [] : [{ delivery, evento }];
  });
}

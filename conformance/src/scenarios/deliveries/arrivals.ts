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
    const { attempts, forgettings } = this.#endpoint;
    if (forgettings !== this.#forgettings) {
      this.#forgettings = forgettings;
      this.#read = 0;
      this.#byNome.clear();
      this.#byId.clear();
    }
    for (; this.#read < attempts.length; this.#read += 1) {
      const attempt = attempts[this.#read];
      const evento = attempt && eventoOf(attempt);
      if (attempt === undefined || evento === undefined) continue;
      const [nome, id] = [memberOf(evento.object, 'nome'), idOf(evento.object, 'anagrafica')];
      if (nome !== undefined) append(this.#byNome, nome, { attempt, evento });
      if (id !== undefined) append(this.#byId, id, { attempt, evento });
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
export function arrivalsAt(webhook: Pick<Webhook, 'endpoint'>, from = 0, until: number = Number.POSITIVE_INFINITY): readonly Arrival[] {
  return webhook.endpoint.attempts.slice(from, until).flatMap((attempt) => {
    const evento = eventoOf(attempt);
    return evento === undefined ? [] : [{ attempt, evento }];
  });
}

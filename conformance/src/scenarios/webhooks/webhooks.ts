import { unlessNamedOtherwise } from '../../api/event-names.ts';
import { createdId, objectOf } from '../../api/identity.ts';
import type { Trial } from '../../engine/trial.ts';
import { type Answer, isSuccess } from '../../http/answer.ts';
import type { Call } from '../../http/call.ts';
import { identifier, type Json, type JsonObject, memberOf } from '../../http/json.ts';
import type { Company, Target } from '../../model/target.ts';
import { Inconclusive } from '../../model/verdict.ts';
import { type Delivery, eventoOf, isLook } from '../../receiver/delivery.ts';
import { confirm, type Endpoint, type Script } from '../../receiver/endpoint.ts';
import { Receiver } from '../../receiver/receiver.ts';
import { type Arrival, heardOfNome } from '../deliveries/heard.ts';

/** A webhook that the suite created, and what arrived for it. */
export interface Hook {
  readonly id: string;
  readonly secret: string;
  readonly company: Company;
  readonly endpoint: Endpoint;
  readonly url: string;
  /** As the creation answered it. */
  readonly concurrencyToken: Json;
  /** Set once it was waited for in vain: nothing reaches it. */
  silent?: boolean;
}

export interface HookOptions {
  /** How deliveries are answered; confirmed where it is not given. */
  readonly script?: Script;
  /** An endpoint opened before, in the place of a new one. */
  readonly at?: { readonly endpoint: Endpoint; readonly url: string };
  /** Whether its AziendaId is null: for all companies. */
  readonly everyCompany?: boolean;
  /** Whether other rules look at it too, so that it stays until the end of the run. */
  readonly lasting?: boolean;
}

/** Deliveries of one webhook that stay to be looked at by whoever judges all: of a rule that is judged, and of all others. */
const mostKept = { own: 20, others: 200 };

/** The webhooks of one run, and the receiver behind them, which starts with the first. */
export class Webhooks {
  readonly #target: Target;
  #receiver: Promise<Receiver> | undefined;
  readonly #observers = new Map<string, Promise<Hook>>();
  readonly hooks: Hook[] = [];
  /** The rules that endpoints were opened for; those that last are nobody's own. */
  readonly #openedFor = new Map<Endpoint, string>();
  #endpoints = 0;

  constructor(target: Target) {
    this.#target = target;
  }

  /** Starts the receiver. @throws ConfigurationError when it cannot listen or write its certificate. */
  start(): Promise<Receiver> {
    this.#receiver ??= Receiver.start(this.#target.receiver);
    return this.#receiver;
  }

  /** A URL of the receiver for a webhook that is not created yet, and what will arrive there. */
  async open(trial: Trial, script: Script = confirm): Promise<{ readonly endpoint: Endpoint; readonly url: string }> {
    const receiver = await this.start();
    this.#endpoints += 1;
    const opened = receiver.open(`${trial.bench.runName}-hook-${this.#endpoints}`, script);
    this.#openedFor.set(opened.endpoint, trial.rule);
    return opened;
  }

  /** The same behind a port of its own; undefined where the configuration gives the receiver one port alone. */
  async openAside(trial: Trial, script: Script = confirm): ReturnType<Receiver['openAside']> {
    const receiver = await this.start();
    this.#endpoints += 1;
    const opened = await receiver.openAside(`${trial.bench.runName}-hook-${this.#endpoints}`, script);
    if (opened) this.#openedFor.set(opened.endpoint, trial.rule);
    return opened;
  }

  /** Creates a webhook at the target, under the company's license key. @throws Inconclusive when the target does not. */
  async create(trial: Trial, company: Company, events: readonly string[], options: HookOptions = {}): Promise<Hook> {
    const { endpoint, url } = options.at ?? (await this.open(trial, options.script));
    const api = await trial.api();
    const body = { ...webhookBody(company, url, endpoint.name, events), ...(options.everyCompany && { AziendaId: null }) };
    const [first] = this.#target.companies;
    const under = (owner: Company): Call => api.call('createWebhook', { company: owner, body });
    // Which of a user's license keys serves on a configuration endpoint is not said: where it is not the company's own, it is the first's.
    const own = company === first ? undefined : await trial.send(under(company));
    const owner = own?.status === 403 ? first : company;
    const answer = own && isSuccess(own) ? own : await trial.prepare(under(owner));
    const hook = this.adopt(answer, { company, endpoint, url });
    if (options.lasting) {
      trial.bench.traces.keepWebhook(owner, hook.id);
      this.#openedFor.delete(endpoint);
    }
    return hook;
  }

  /** Forgets most of what was heard for a rule that is judged: at its own webhooks, and of its contacts at all others. */
  forget(rule: string, runName: string): void {
    const names = `${runName}-${rule}-`.toLowerCase();
    const isOver = (delivery: Delivery): boolean => {
      const nome = memberOf(eventoOf(delivery)?.object, 'nome');
      return typeof nome === 'string' && nome.startsWith(names);
    };
    for (const { endpoint } of this.hooks) {
      if (this.#openedFor.get(endpoint) === rule) endpoint.forget(mostKept.own, () => true);
      else endpoint.forget(mostKept.others, isOver);
    }
    for (const [endpoint, openedFor] of this.#openedFor) if (openedFor === rule) this.#openedFor.delete(endpoint);
  }

  /** Takes note of a webhook that an answer says was created. @throws Inconclusive when the answer holds no id and secret. */
  adopt(answer: Answer, made: Pick<Hook, 'company' | 'endpoint' | 'url'>): Hook {
    const secret = memberOf(objectOf(answer, 'secret'), 'secret');
    const id = createdId(answer, 'webhook');
    if (typeof secret !== 'string' || secret === '' || id === undefined)
      throw new Inconclusive('the answer to the creation of a webhook holds no id and secret');
    const hook: Hook = { id, secret, ...made, concurrencyToken: memberOf(objectOf(answer, 'secret'), 'concurrencyToken') ?? null };
    this.hooks.push(hook);
    return hook;
  }

  /** The webhook that watches a company's created contacts for the whole run: effects are counted by it. */
  observer(trial: Trial, company: Company): Promise<Hook> {
    const known = this.#observers.get(company.id);
    if (known) return known;
    const created = this.#observe(trial, company);
    this.#observers.set(company.id, created);
    // What failed once may be tried again by the next who needs it.
    created.catch(() => this.#observers.delete(company.id));
    return created;
  }

  /** For all events of contacts; where a target does not take their types, for the first one alone. */
  async #observe(trial: Trial, company: Company): Promise<Hook> {
    const [create, ...others] = ['Create', 'Update', 'Delete'].map((type) => `${this.#target.surface.eventObjects.anagrafica}.${type}`);
    try {
      return await this.create(trial, company, [create ?? '', ...others], { lasting: true });
    } catch (error) {
      if (!(error instanceof Inconclusive)) throw error;
      return await this.create(trial, company, [create ?? ''], { lasting: true });
    }
  }

  async close(): Promise<void> {
    await (await this.#receiver?.catch(() => undefined))?.close();
  }
}

export function webhookBody(company: Company, url: string, description: string, events: readonly string[]): JsonObject {
  return { AziendaId: identifier(company.id), Url: url, Description: description, Events: events };
}

/** The deliveries at a hook that say that a contact with this nome was created. */
export function creationsOf(hook: Hook, object: string, nome: string): readonly Arrival[] {
  return heardOfNome(hook.endpoint, nome).filter(({ evento }) => evento.type === `${object}.Create`);
}

/** Waits for deliveries at a hook. @throws Inconclusive when they do not come in time. */
export async function awaitDeliveries(trial: Trial, hook: Hook, came: () => boolean): Promise<void> {
  if (came()) return;
  if (await trial.idle(() => hook.endpoint.until(came, hook.silent ? 0 : trial.target.timing.deliveryWithinMs))) return;
  // Waiting once is enough to learn that nothing comes at all.
  if (hook.endpoint.deliveries.length === 0) hook.silent = true;
  const latest = hook.endpoint.deliveries.at(-1);
  if (latest === undefined) throw new Inconclusive(noDelivery(trial));
  const { deliveryWithinMs } = trial.target.timing;
  throw new Inconclusive(
    latest.arrivedAt > Date.now() - deliveryWithinMs / 4
      ? `deliveries come one after the other, but not all of them within timing.deliveryWithinMs: raise it (now ${deliveryWithinMs})`
      : 'deliveries came, but none with what they were waited for: by its id, its nome and its Type (surface.eventObjects) an event is told',
  );
}

/** What is said where no event of a contact came: others may have come all the same. */
export function noDelivery(trial: Trial): string {
  const { anagrafica } = trial.target.surface.eventObjects;
  const others = trial.bench.webhooks.hooks.some(({ endpoint }) => endpoint.deliveries.some((delivery) => !isLook(delivery)));
  return others
    ? `other events came, but none of a contact: ${unlessNamedOtherwise(`${anagrafica}.Create`, trial.target)}`
    : `no delivery came: see that the target reaches receiver.publicUrl, trusts receiver.caFile, and has events of contacts (surface.eventObjects.anagrafica, now ${anagrafica})`;
}

/** The EventGuids that came to a hook about a contact with this nome, whatever their type: a repeated delivery is no second event. */
export function eventsAbout(hook: Hook, nome: string): ReadonlySet<string> {
  return new Set(heardOfNome(hook.endpoint, nome).map(({ evento }) => String(evento.eventGuid)));
}

import { contactTypes, unlessNamedOtherwise } from '../../api/event-names.ts';
import { idOf } from '../../api/identity.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Company } from '../../model/target.ts';
import { Inconclusive, Skip } from '../../model/verdict.ts';
import type { Hook } from '../../model/webhook.ts';
import { noDelivery } from '../deliveries/await-deliveries.ts';
import { type Arrival, arrivals } from '../deliveries/heard.ts';
import { quiet } from '../deliveries/quiet.ts';
import { oncePerRun } from '../once-per-run.ts';
import { createContact } from '../resources/contact-life.ts';
import { unlessRefused } from '../unless-refused.ts';
import { createWebhook } from '../webhooks/create-webhook.ts';
import { withdraw } from '../webhooks/registration.ts';
import { type Doing, livesOf } from './event-scene-lives.ts';

/** A webhook of the scene. */
export interface Listener {
  readonly hook: Hook;
  readonly types: readonly string[];
  /** Undefined where its AziendaId is null. */
  readonly company: Company | undefined;
}

/** What was done in a company, and what the company's webhook for every type heard of it. */
export interface Happening extends Doing {
  readonly company: Company;
  readonly heard: () => readonly Arrival[];
}

/** Everything that fires events, done once in each company while nothing else is done, so that each event is known by what was done. */
export interface EventScene {
  readonly happenings: readonly Happening[];
  readonly listeners: readonly Listener[];
  /** The types that the target creates webhooks for. */
  readonly types: readonly string[];
  /** How many contacts were created at once, where, and how many creations that company's webhook heard of then. */
  readonly together: { readonly company: Company | undefined; readonly created: number; readonly heard: () => number };
  /** Documents that were created and never issued. */
  readonly unissued: readonly string[];
  /** Why no document was issued and exported; undefined where one was. */
  readonly noDocuments: string | undefined;
}

const contactsTogether = 8;

/** Prepared once in a run, while nothing else happens at the target. @throws Inconclusive when nothing is delivered. */
export const eventScene: (context: CheckContext) => Promise<EventScene> = oncePerRun((context) => new Play(context).run(), 'a lost answer');

/** Everything that every webhook of the scene got. */
export function heardByAll({ listeners }: EventScene): readonly (Arrival & { readonly listener: Listener })[] {
  return listeners.flatMap((listener) => arrivals(listener.hook).map((arrival) => ({ ...arrival, listener })));
}

class Play {
  readonly #context: CheckContext;
  readonly #listeners: Listener[] = [];
  readonly #happenings: Happening[] = [];
  readonly #unissued: string[] = [];
  /** Types that were waited for in vain. */
  readonly #silent = new Set<string>();
  /** Which deliveries can be about the latest thing that fires a type; when its life is over, what is late must name its object. */
  readonly #windows = new Map<string, { readonly from: number; over: number; until: number }>();
  #noDocuments: string | undefined;

  constructor(context: CheckContext) {
    this.#context = context;
  }

  async run(): Promise<EventScene> {
    const [first, ...others] = this.#context.target.companies;
    const types = await this.#single(first);
    const { update } = contactTypes(this.#context);
    const all = [first, ...others];
    const whole: readonly Listener[] = await Promise.all(all.map((company) => this.#listen(types, company)));
    await this.#listen(types, undefined);
    if (types.includes(update)) await this.#listen([update], undefined);
    if (types.length > 2) await this.#listen([...types.slice(0, 1), ...types.slice(-1)], first);
    for (const company of others) await this.#listen(types.slice(0, 1), company);
    for (const listener of whole) if (listener.company) await this.#live(listener, listener.company);
    const together = await this.#together(whole[0]);
    await this.#settle(whole);
    await withdraw(this.#context, ...this.#listeners.map(({ hook }) => hook));
    const [happenings, listeners, unissued] = [this.#happenings, this.#listeners, this.#unissued];
    return { happenings, listeners, types, together, unissued, noDocuments: this.#noDocuments };
  }

  /** One webhook for each type that the target takes: not every entity fires every event. */
  async #single(company: Company): Promise<readonly string[]> {
    const { surface } = this.#context.target;
    const { articolo, documento, xml } = surface.eventObjects;
    const { create, update, delete: deletion } = contactTypes(this.#context);
    const candidates = [
      create,
      ...(surface.anagraficaPut === null ? [] : [update]),
      ...(surface.anagraficaDelete === null ? [] : [deletion]),
      ...(surface.articoloCreate === null ? [] : [`${articolo}.Create`]),
      ...(surface.documentoCreate === null ? [] : [`${documento}.Create`]),
      ...(surface.documentoExport === null ? [] : [`${xml}.Export`]),
      ...(surface.documentoEmit === null ? [] : [`${documento}.Emit`]),
    ];
    const taken: string[] = [];
    for (const type of candidates) if (await unlessRefused(this.#listen([type], company))) taken.push(type);
    if (taken.length === 0)
      throw new Inconclusive(`the target creates no webhook for ${create}: ${unlessNamedOtherwise(create, this.#context.target)}`);
    return taken;
  }

  async #listen(types: readonly string[], company: Company | undefined): Promise<Listener> {
    const { target } = this.#context;
    const options = company === undefined ? { everyCompany: true, lasting: true } : { lasting: true };
    const hook = await createWebhook(this.#context, company ?? target.companies[0], types, options);
    const listener = { hook, types, company };
    this.#listeners.push(listener);
    return listener;
  }

  async #live({ hook, types }: Listener, company: Company): Promise<void> {
    const lives = livesOf(this.#context, company);
    for (const life of lives) {
      try {
        for await (const doing of life) {
          const heard = this.#heard(hook, doing);
          await doing.act();
          if (doing.unissued) this.#unissued.push(doing.id() ?? '');
          this.#happenings.push({ ...doing, company, heard });
          if (doing.awaited && types.includes(doing.type)) await this.#await(hook, doing.type, () => heard().length > 0);
        }
      } catch (error) {
        if (!(error instanceof Skip || error instanceof Inconclusive)) throw error;
        if (life === lives.at(-1)) this.#noDocuments ??= error.message;
      }
      // What is done after this is none of its events: a document needs a contact of its own.
      const count = hook.endpoint.deliveries.length;
      for (const [type, window] of this.#windows) {
        if (this.#silent.has(type)) window.over = count;
        else window.until = Math.min(window.until, count);
      }
      this.#windows.clear();
    }
  }

  /** What is waited for is told by its type, since nothing else happens meanwhile; the rest, and what is late, by its id too. */
  #heard(hook: Hook, { type, resource, awaited, id }: Doing): () => readonly Arrival[] {
    const ofType = (from: number, until: number): readonly Arrival[] =>
      arrivals(hook, from, until).filter(({ evento }) => evento.type === type);
    // An export has no id: its company makes one alone.
    const isOwn = ({ evento }: Arrival): boolean => resource === 'xml' || (id() !== undefined && idOf(evento.object, resource) === id());
    const ofObject = (from: number, until: number): readonly Arrival[] => ofType(from, until).filter(isOwn);
    if (!awaited) return () => ofObject(0, Number.POSITIVE_INFINITY);
    const window = { from: hook.endpoint.deliveries.length, over: Number.POSITIVE_INFINITY, until: Number.POSITIVE_INFINITY };
    const before = this.#windows.get(type);
    if (before) before.until = window.from;
    this.#windows.set(type, window);
    return () => [...ofType(window.from, Math.min(window.over, window.until)), ...ofObject(window.over, window.until)];
  }

  async #await(hook: Hook, type: string, came: () => boolean): Promise<void> {
    if (this.#silent.has(type)) return;
    if (await hook.endpoint.until(came, this.#context.target.timing.deliveryWithinMs)) return;
    this.#silent.add(type);
    if (this.#happenings.length > 1) return;
    // Nothing comes, or nothing that can be read, or contacts fire no events: the rest is waited for once, at the end.
    for (const other of this.#listeners.flatMap(({ types }) => types)) this.#silent.add(other);
  }

  async #together(listener: Listener | undefined): Promise<EventScene['together']> {
    const { create } = contactTypes(this.#context);
    if (listener?.company === undefined || !listener.types.includes(create)) return { company: undefined, created: 0, heard: () => 0 };
    const { company, hook } = listener;
    const from = hook.endpoint.deliveries.length;
    await Promise.all(Array.from({ length: contactsTogether }, () => createContact(this.#context, company)));
    const heard = (): number => arrivals(hook, from).filter(({ evento }) => evento.type === create).length;
    const delivered = (): number => hook.endpoint.deliveries.length;
    // Once for each: who delivers one after the other may take as long for the last as for the first, as often.
    for (let before = -1; heard() < contactsTogether && delivered() > before; ) {
      before = delivered();
      await this.#await(hook, create, () => delivered() > before);
    }
    return { company, created: contactsTogether, heard };
  }

  /** Waits until every webhook has got what the ones for every type got, and until nothing more comes. */
  async #settle(whole: readonly Listener[]): Promise<void> {
    const known = (): readonly Arrival[] => whole.flatMap(({ hook }) => arrivals(hook));
    const missing = ({ hook, types, company }: Listener): boolean =>
      known().some(
        ({ evento }) =>
          types.includes(String(evento.type)) &&
          (company === undefined || company.id === String(evento.companyId)) &&
          !arrivals(hook).some((other) => other.evento.type === evento.type && String(other.evento.companyId) === String(evento.companyId)),
      );
    const { deliveryWithinMs } = this.#context.target.timing;
    const delivered = (): boolean => this.#listeners.some(({ hook }) => hook.endpoint.deliveries.length > 0);
    await Promise.race(this.#listeners.map(({ hook }) => hook.endpoint.until(delivered, deliveryWithinMs)));
    const reached = this.#context.run.webhooks.hooks.some(({ endpoint }) => endpoint.deliveries.length > 0);
    if (!reached) throw new Inconclusive(noDelivery(this.#context));
    await Promise.all(this.#listeners.map((listener) => listener.hook.endpoint.until(() => !missing(listener), deliveryWithinMs)));
    const hooks = this.#listeners.map(({ hook }) => hook);
    await quiet(this.#context, hooks, () => hooks.flatMap(({ endpoint }) => endpoint.deliveries));
  }
}

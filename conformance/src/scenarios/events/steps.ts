import { typeFiredBy } from '../../api/event-names.ts';
import { idOf } from '../../api/identity.ts';
import type { OperationId } from '../../generated/operations.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { memberOf } from '../../model/json.ts';
import type { Company } from '../../model/target.ts';
import { Inconclusive, Skip } from '../../model/verdict.ts';
import type { Webhook } from '../../model/webhook.ts';
import type { Evento } from '../../receiver/attempt.ts';
import { whileArriving } from '../../wait/arrives.ts';
import { type Arrival, arrivalsAt } from '../deliveries/arrivals.ts';
import { isSameName } from '../values/texts.ts';
import { type Called, type Cause, createCause, settingFiredBy } from './cause.ts';

export interface Options {
  /** Whether its event is awaited and recognised by its type alone, since nothing else is done meanwhile. */
  readonly awaited?: boolean;
  /** Whether a target may refuse it, which other rules judge. */
  readonly optional?: boolean;
  readonly isUnissued?: boolean;
}

/** Positions in the order of a webhook's deliveries. From `over` to `until`, an event is late, and must name its object to count. */
interface Window {
  readonly from: number;
  over: number;
  until: number;
}

/** What is known of a target's events. */
export interface Known {
  /** The types that webhooks can ask for. */
  readonly types: readonly string[];
  /** The steps of all companies so far. */
  readonly steps: Cause[];
  /** Types without any event so far. */
  readonly silent: Set<string>;
  /** Types whose events do not show what was done. */
  readonly strange: Set<string>;
}

/** The calls in the lives of objects in one company, one after the other, and the events that came of each. */
export class Steps {
  readonly context: CheckContext;
  readonly company: Company;
  /** Why the last life ended early; undefined if it did not. */
  ended: Skip | Inconclusive | undefined;
  readonly #webhook: Webhook;
  readonly #known: Known;
  /** The window of the latest step that fires a type. */
  readonly #windows = new Map<string, Window>();

  /** @param webhook for every type of event of its company */
  constructor(context: CheckContext, webhook: Webhook, known: Known) {
    this.context = context;
    this.company = webhook.company;
    this.#webhook = webhook;
    this.#known = known;
  }

  /** Lives one life. It ends early if the target refuses what the life needs. */
  async live(life: (steps: Steps) => Promise<void>): Promise<void> {
    this.ended = undefined;
    try {
      await life(this);
    } catch (error) {
      if (!(error instanceof Skip || error instanceof Inconclusive)) throw error;
      this.ended = error;
    }
    this.#closeWindows();
  }

  /** @param act answers what is known of the object then */
  async take(
    operation: OperationId,
    { awaited = false, optional = false, isUnissued }: Options,
    act: () => Promise<Pick<Called, 'answered' | 'id' | 'label' | 'kept'>>,
  ): Promise<void> {
    const type = typeFiredBy(operation, this.context.target) ?? '';
    const window = awaited ? this.#openWindow(type) : undefined;
    let facts: Awaited<ReturnType<typeof act>>;
    try {
      facts = await act();
    } catch (error) {
      if (optional && (error instanceof Skip || error instanceof Inconclusive)) return;
      throw error;
    }
    const { id, answered } = facts;
    const setting = settingFiredBy(operation);
    // An export has only the id of what it made.
    const ownId = id ?? (setting === 'xml' ? idOf(answered) : undefined);
    const isOfObject = (evento: Evento): boolean => evento.type === type && ownId !== undefined && idOf(evento.object, setting) === ownId;
    // Each company may number its objects from 1.
    const isOwn = (evento: Evento): boolean => isOfObject(evento) && String(evento.companyId) === this.company.id;
    const called = { ...facts, operation, type, company: this.company, how: `in company ${this.company.id}`, executed: 1, isUnissued };
    const step = createCause(called, () => this.#arrivals(type, isOfObject, window), isOwn);
    this.#known.steps.push(step);
    if (awaited && this.#known.types.includes(type)) await this.#awaitEvent(step);
  }

  /**
   * An awaited event is recognised by its type, since nothing else happens meanwhile. Any other event, and a late one, needs the id too: once
   * an event of the type is late, the next arrival may be that one.
   */
  #arrivals(type: string, isOfObject: (evento: Evento) => boolean, window: Window | undefined): readonly Arrival[] {
    const ofObject = (from?: number, until?: number): readonly Arrival[] =>
      arrivalsAt(this.#webhook, from, until).filter(({ evento }) => isOfObject(evento));
    if (window === undefined) return ofObject();
    const { from, over, until } = window;
    const ofType = arrivalsAt(this.#webhook, from, Math.min(over, until)).filter(({ evento }) => evento.type === type);
    return [...ofType, ...ofObject(over, until)];
  }

  #openWindow(type: string): Window {
    const from = this.#webhook.endpoint.attempts.length;
    const window = { from, over: Number.POSITIVE_INFINITY, until: Number.POSITIVE_INFINITY };
    const before = this.#windows.get(type);
    if (before) before.until = from;
    if (this.#known.silent.has(type)) window.over = from;
    this.#windows.set(type, window);
    return window;
  }

  /** Later events of these types have other causes: a document needs a contact of its own. */
  #closeWindows(): void {
    const count = this.#webhook.endpoint.attempts.length;
    for (const [type, window] of this.#windows) {
      if (this.#known.silent.has(type)) window.over = Math.min(window.over, count);
      else window.until = Math.min(window.until, count);
    }
    this.#windows.clear();
  }

  /** Waits for the event of a step. An earlier step may have caused other events of its type, which come first. */
  async #awaitEvent(step: Cause): Promise<void> {
    const { types, steps, silent, strange } = this.#known;
    const { type } = step;
    if (silent.has(type)) return;
    const came = (): boolean => step.arrivals().length > 0;
    await whileArriving(this.context, [this.#webhook], came);
    if (!came()) {
      silent.add(type);
      // Nothing comes, or nothing readable, or contacts fire no events. All other types are awaited only once, at the end.
      if (steps.length === 1) for (const other of types) silent.add(other);
      return;
    }
    if (strange.has(type)) return;
    const told = (): boolean => step.arrivals().some(({ evento }) => isToldBy(step, evento));
    await whileArriving(this.context, [this.#webhook], told);
    if (!told()) strange.add(type);
  }
}

/** Whether an event shows the name that its object has after a step; true if no name is known. */
export function isToldBy({ label }: Cause, { object }: Evento): boolean {
  return label === undefined || isSameName(memberOf(object, label.member), label.text);
}

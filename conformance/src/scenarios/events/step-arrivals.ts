import { idOf } from '../../api/identity.ts';
import type { Webhook } from '../../model/webhook.ts';
import { type Arrival, arrivalsAt } from '../deliveries/arrivals.ts';
import type { Step } from './step.ts';

/** Positions in the order of a webhook's deliveries. From `over` to `until`, an event is late, and must name its object to count. */
interface Window {
  readonly from: number;
  over: number;
  until: number;
}

/** Which deliveries to a webhook can belong to which step. */
export class StepArrivals {
  readonly #webhook: Webhook;
  readonly #isSilent: (type: string) => boolean;
  /** The window of the latest step that fires a type. */
  readonly #windows = new Map<string, Window>();

  /** @param isSilent whether no event of a type came in time; it may still come */
  constructor(webhook: Webhook, isSilent: (type: string) => boolean) {
    this.#webhook = webhook;
    this.#isSilent = isSilent;
  }

  /**
   * An awaited event is recognised by its type, since nothing else happens meanwhile. Any other event, and a late one, needs the id too:
   * once an event of the type is late, the next arrival may be that one.
   */
  of({ type, resource, awaited, id, answered }: Step): () => readonly Arrival[] {
    const ofType = (from: number, until: number): readonly Arrival[] =>
      arrivalsAt(this.#webhook, from, until).filter(({ evento }) => evento.type === type);
    // An export has only the id of what it made.
    const idOfOwn = (): string | undefined => id() ?? (resource === 'xml' ? idOf(answered()) : undefined);
    const isOwn = ({ evento }: Arrival): boolean => idOfOwn() !== undefined && idOf(evento.object, resource) === idOfOwn();
    const ofObject = (from: number, until: number): readonly Arrival[] => ofType(from, until).filter(isOwn);
    if (!awaited) return () => ofObject(0, Number.POSITIVE_INFINITY);
    const window = { from: this.#webhook.endpoint.attempts.length, over: Number.POSITIVE_INFINITY, until: Number.POSITIVE_INFINITY };
    const before = this.#windows.get(type);
    if (before) before.until = window.from;
    if (this.#isSilent(type)) window.over = window.from;
    this.#windows.set(type, window);
    return () => [...ofType(window.from, Math.min(window.over, window.until)), ...ofObject(window.over, window.until)];
  }

  /** Closes the windows. Later events of these types have other causes: a document needs a contact of its own. */
  endLife(): void {
    const count = this.#webhook.endpoint.attempts.length;
    for (const [type, window] of this.#windows) {
      if (this.#isSilent(type)) window.over = Math.min(window.over, count);
      else window.until = Math.min(window.until, count);
    }
    this.#windows.clear();
  }
}

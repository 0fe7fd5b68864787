import { idOf } from '../../api/identity.ts';
import type { Webhook } from '../../model/webhook.ts';
import { type Arrival, arrivalsAt } from '../deliveries/arrivals.ts';
import type { Step } from './step.ts';

/** Places in the order of a webhook's deliveries: those from the first on, and what is late, up to the last, where it names its object. */
interface Window {
  readonly from: number;
  over: number;
  until: number;
}

/** Which deliveries to a webhook can be about which step. */
export class StepArrivals {
  readonly #webhook: Webhook;
  readonly #isSilent: (type: string) => boolean;
  /** Of the latest step that fires a type. */
  readonly #windows = new Map<string, Window>();

  /** @param isSilent whether no event of a type came in time: it may still come */
  constructor(webhook: Webhook, isSilent: (type: string) => boolean) {
    this.#webhook = webhook;
    this.#isSilent = isSilent;
  }

  /**
   * An event that is waited for is recognised by its type, since nothing else happens meanwhile; any other, and a late one, by its id too. Where one
   * of its type is late, what comes may be that one.
   */
  of({ type, resource, awaited, id, answered }: Step): () => readonly Arrival[] {
    const ofType = (from: number, until: number): readonly Arrival[] =>
      arrivalsAt(this.#webhook, from, until).filter(({ evento }) => evento.type === type);
    // An export has no id but that of what it made.
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

  /** What is done after this causes none of these events: a document needs a contact of its own. */
  endLife(): void {
    const count = this.#webhook.endpoint.attempts.length;
    for (const [type, window] of this.#windows) {
      if (this.#isSilent(type)) window.over = Math.min(window.over, count);
      else window.until = Math.min(window.until, count);
    }
    this.#windows.clear();
  }
}

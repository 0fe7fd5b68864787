import type { Json, JsonObject } from '../../model/json.ts';
import type { Company } from '../../model/target.ts';
import type { Webhook } from '../../model/webhook.ts';
import type { Arrival } from '../deliveries/arrivals.ts';

/** One action that fires an event of a type. */
export interface Step {
  readonly type: string;
  /** The resource of its object, by its name in settings. */
  readonly resource: string;
  readonly act: () => Promise<void>;
  /** Whether the scenario waits for its event. Events of other entities may come. */
  readonly awaited: boolean;
  /** Whether a target may refuse it, which other rules judge. */
  readonly optional?: boolean;
  /** A document that is never issued. */
  readonly unissued?: boolean;
  /** The object's id, after the action. */
  readonly id: () => string | undefined;
  /** What the object then holds, as it was sent; undefined if the target may show it in another way. */
  readonly sent: () => JsonObject | undefined;
  /** The shown member with a name that nothing else has, and that each change renews. */
  readonly named?: () => string | undefined;
  /** What the target then shows of the sent members, or of all; undefined if it shows nothing. */
  readonly shown: () => Json | undefined;
  /** The resource as the API then answers it; undefined if it does not. */
  readonly answered: () => Json | undefined;
}

/** A webhook of the scenario. */
export interface Subscription {
  readonly webhook: Webhook;
  readonly types: readonly string[];
  /** Undefined if its AziendaId is null. */
  readonly company: Company | undefined;
}

/** A step that was taken in a company, and its events at the company's webhook for every type. */
export interface TakenStep extends Step {
  readonly company: Company;
  readonly arrivals: () => readonly Arrival[];
}

import type { Json, JsonObject } from '../../model/json.ts';
import type { Company } from '../../model/target.ts';
import type { Webhook } from '../../model/webhook.ts';
import type { Arrival } from '../deliveries/arrivals.ts';

/** One thing that fires an event of a type. */
export interface Step {
  readonly type: string;
  /** The resource that its object is of, as settings name it. */
  readonly resource: string;
  readonly act: () => Promise<void>;
  /** Whether its event must come; of other entities it may. */
  readonly awaited: boolean;
  /** Whether a target may refuse it, which other rules judge. */
  readonly optional?: boolean;
  /** A document that is left as it is. */
  readonly unissued?: boolean;
  /** The object's id, once it was done. */
  readonly id: () => string | undefined;
  /** What the object holds then, as it was sent; undefined if the target may show it in another way. */
  readonly sent: () => JsonObject | undefined;
  /** The member of what is shown that holds a name which nothing else has, and which each change renews. */
  readonly named?: () => string | undefined;
  /** What the target shows then of what was sent, or of all; undefined if it shows nothing. */
  readonly shown: () => Json | undefined;
  /** The resource as the API answers it then; undefined if it does not. */
  readonly answered: () => Json | undefined;
}

/** A webhook of the scenario. */
export interface Subscription {
  readonly webhook: Webhook;
  readonly types: readonly string[];
  /** Undefined if its AziendaId is null. */
  readonly company: Company | undefined;
}

/** What was done in a company, and what the company's webhook for every type got of it. */
export interface TakenStep extends Step {
  readonly company: Company;
  readonly arrivals: () => readonly Arrival[];
}

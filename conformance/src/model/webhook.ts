import type { Endpoint, ExtraPort, Script } from './attempt.ts';
import type { Call } from './exchange.ts';
import type { Json } from './json.ts';
import type { Company } from './target.ts';

/** A webhook that the suite created, and what arrived for it. */
export interface Webhook {
  /** Its identifier, as text. */
  readonly id: string;
  /** The key of its signatures. */
  readonly secret: string;
  /** The company whose events it gets. */
  readonly company: Company;
  /** Where its deliveries arrive. */
  readonly endpoint: Endpoint;
  /** The Url that it was created with. */
  readonly url: string;
  /** The event types that it was created for, as the target names them. */
  readonly events: readonly string[];
  /** As the creation answered it. */
  readonly concurrencyToken: Json;
  /** How its user sends a call; absent if it is the run's own user. */
  readonly as?: (call: Call) => Call;
  /** Set when an event that had to come did not: nothing reaches it. */
  silent?: boolean;
}

/** A URL of the receiver for a webhook, and what arrives there. */
export interface OpenEndpoint {
  /** Where deliveries to it arrive. */
  readonly endpoint: Endpoint;
  /** The Url for the creation of a webhook. */
  readonly url: string;
}

/** The webhooks of one run, and the receiver behind them. */
export interface Webhooks {
  /** Every webhook of the run, in the order of their creation. */
  readonly all: readonly Webhook[];
  /** Opens an endpoint for a webhook that is not created yet. @param rule the one that the webhook is for */
  open(rule: string, script?: Script): Promise<OpenEndpoint>;
  /** The same behind a port of its own; undefined if the configuration gives the receiver one port alone. */
  openAside(rule: string, script?: Script): Promise<(OpenEndpoint & { readonly port: ExtraPort }) | undefined>;
  /** Takes note of a webhook that was created. */
  add(webhook: Webhook): void;
  /** The webhook that watches a company for the whole run, created by the first who needs it; what failed may be tried again by the next. */
  observer(company: Company, create: () => Promise<Webhook>): Promise<Webhook>;
  /** Lets a webhook stay until the end of the run, whichever rule it was created for. @param owner the company under whose key it was created */
  keep(webhook: Webhook, owner: Company): void;
}

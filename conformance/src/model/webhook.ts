import type { Endpoint, ExtraPort, Script } from './attempt.ts';
import type { Call } from './exchange.ts';
import type { Json } from './json.ts';
import type { Company } from './target.ts';

/** A webhook that the suite created, and the endpoint that receives its deliveries. */
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
  /** As the answer to its creation contained it. */
  readonly concurrencyToken: Json;
  /** Turns a call into one of the webhook's user; absent if that is the run's own user. */
  readonly as?: (call: Call) => Call;
  /** Set when an expected event did not come: nothing reaches this webhook. */
  silent?: boolean;
}

/** An endpoint of the receiver with its URL, for a webhook. */
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
  /** Opens an endpoint for a webhook that does not exist yet. @param rule the rule that needs the webhook */
  open(rule: string, script?: Script): Promise<OpenEndpoint>;
  /** Like `open`, with a port of its own; undefined if the configuration gives the receiver only one port. */
  openAside(rule: string, script?: Script): Promise<(OpenEndpoint & { readonly port: ExtraPort }) | undefined>;
  /** Records a webhook that was created. */
  add(webhook: Webhook): void;
  /** The webhook that watches a company for the whole run. The first caller creates it, and the next one tries again if that failed. */
  observer(company: Company, create: () => Promise<Webhook>): Promise<Webhook>;
  /** Keeps a webhook until the end of the run, whichever rule created it. @param owner the company whose license key created it */
  keep(webhook: Webhook, owner: Company): void;
}

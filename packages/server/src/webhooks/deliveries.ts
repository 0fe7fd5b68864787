import { setMaxListeners } from 'node:events';
import { signatureHeaderName } from '@business-cloud/events';
import { callable, callSafely, listOf, milliseconds, type OptionKinds, readOptions, sleep, text } from '#runtime';
import { ATTEMPT_DEADLINE_MS, RETRY_DELAYS_MS } from '../generated/limits.ts';
import { optionInvalid } from '../options.ts';
import type { NewEvento } from './evento.ts';
import { retryDelay } from './retry-delay.ts';
import { type AttemptResult, createSender } from './sender.ts';
import { createTrustedAgent } from './trusted-agent.ts';

/** A webhook as a stand-in stores it: what the API answers, and what only the service knows. */
export interface StoredWebhook {
  /** Its identifier. */
  readonly id: number;
  /** The company whose events it gets; null for all companies of its user. */
  readonly aziendaId: number | null;
  /** Where its events are sent, by https only. */
  readonly url: string;
  /** The types of the events that it gets. */
  readonly events: readonly string[];
  /** Whether events are sent to it. */
  readonly enabled: boolean;
  /** The key of its signatures. */
  readonly secret: string;
  /** The companies of the user that registered it. It gets the events of no other (EVT-07). */
  readonly companyIds: readonly number[];
}

/** What the state of a stand-in holds for its deliveries. */
export interface Outbox {
  /** Every webhook that is registered now. */
  readonly webhooks: readonly StoredWebhook[];
  /** The events that units of work have left here. They are taken out. */
  readonly outbox: NewEvento[];
}

/** One attempt that is over. */
export interface DeliveryAttempt extends AttemptResult {
  /** The event that was sent. */
  readonly evento: NewEvento;
  /** The webhook that it was sent to. */
  readonly webhook: StoredWebhook;
  /** 1 for the first. */
  readonly number: number;
}

/** How deliveries go out; every member has a default. */
export interface DeliveriesOptions {
  /** The word in the name of the signature header (D-13). */
  readonly headerWord?: string | undefined;
  /** A PEM file of certificates that are trusted in addition to the public ones. The file may be created or changed later. */
  readonly caFile?: string | undefined;
  /** Waits before the retries of a delivery, in milliseconds. The contract's by default (DLV-10). */
  readonly retryDelaysMs?: readonly number[] | undefined;
  /** Called after each attempt. */
  readonly onAttempt?: ((attempt: DeliveryAttempt) => void) | undefined;
}

/** Deliveries of a stand-in, in memory. */
export interface Deliveries {
  /** Takes the events out of the outbox, and delivers each to the webhooks that it is for. What waits goes by these webhooks from now on. */
  deliver(state: Outbox): void;
  /** Gives up what is under way and what waits. */
  close(): Promise<void>;
}

const KINDS: OptionKinds<DeliveriesOptions> = {
  headerWord: text,
  caFile: text,
  retryDelaysMs: listOf(milliseconds(0)),
  onAttempt: callable,
};

/**
 * Delivers the events of a stand-in: it signs, posts, and retries by the delays of the contract. It holds everything in memory, sends to
 * every https address, and limits nothing: what waits is lost when the process ends.
 *
 * @throws {ServerError} `option-invalid`
 * @example
 * const deliveries = createDeliveries();
 * const ports = memoryPorts({ state, apiKeys, companies, users, afterCommit: deliveries.deliver });
 */
export function createDeliveries(options: DeliveriesOptions = {}): Deliveries {
  const { headerWord, caFile, retryDelaysMs = RETRY_DELAYS_MS, onAttempt } = readOptions<DeliveriesOptions>(options, KINDS, optionInvalid);
  const agent = createTrustedAgent({ caFile });
  const sender = createSender({
    agent: agent.current,
    signatureHeader: signatureHeaderName(headerWord),
    userAgent: 'business-cloud-server',
    now: Date.now,
    deadlineMs: ATTEMPT_DEADLINE_MS,
  });
  const closing = new AbortController();
  // Each delivery listens to it.
  setMaxListeners(0, closing.signal);
  let known: ReadonlyMap<number, StoredWebhook> = new Map();

  async function deliverTo(webhookId: number, evento: NewEvento): Promise<void> {
    const body = Buffer.from(JSON.stringify(evento));
    for (let number = 1; ; number += 1) {
      // What is sent, and where, is decided at the moment of sending (DLV-12, HOOK-14).
      const webhook = known.get(webhookId);
      if (webhook === undefined || !isFor(webhook, evento)) return;
      const result = await sender.send({ url: webhook.url, body, secret: webhook.secret }, closing.signal);
      callSafely(onAttempt, reportFault, { ...result, evento, webhook, number });
      const delayMs = result.confirmed ? undefined : retryDelay(retryDelaysMs, number, Math.random());
      if (delayMs === undefined) return;
      await sleep(delayMs, closing.signal);
    }
  }

  return {
    deliver({ webhooks, outbox }) {
      known = new Map(webhooks.map((webhook) => [webhook.id, webhook]));
      for (const evento of outbox.splice(0)) {
        for (const webhook of webhooks.filter((one) => isFor(one, evento))) {
          deliverTo(webhook.id, evento).catch((error) => {
            if (!closing.signal.aborted) reportFault(error);
          });
        }
      }
    },
    async close() {
      closing.abort();
      await agent.close();
    },
  };
}

/** By type and company, and only if the user may use the company (EVT-06, EVT-07). */
function isFor({ enabled, events, aziendaId, companyIds }: StoredWebhook, { Type, CompanyId }: NewEvento): boolean {
  return enabled && events.includes(Type) && (aziendaId === null || aziendaId === CompanyId) && companyIds.includes(CompanyId);
}

function reportFault(error: unknown): void {
  console.error('A delivery failed.', error);
}

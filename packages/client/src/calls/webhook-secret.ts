import { text } from '#runtime';
import type { Webhook, WebhookInput, WebhookResource } from '../generated/methods/resources.ts';
import type { WriteOptions } from '../options/call-options.ts';
import { breachOf } from '../pipeline/answer-body.ts';
import { type SentCall, sentCall } from '../resources/sent-call.ts';
import type { Success } from '../resources/success.ts';

/** The key of a webhook's signatures. Only `reveal` shows it. Logs and JSON do not. */
export class WebhookSecret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  /** The secret itself. Store it where deliveries are verified: it is never issued again (HOOK-04, HOOK-07). */
  reveal(): string {
    return this.#value;
  }

  /** A word in its place, so that no text holds it. */
  toString(): string {
    return '[webhook secret]';
  }

  /** The same word, so that no JSON holds it. */
  toJSON(): string {
    return '[webhook secret]';
  }
}

/** The headers of the contract that the answer to a creation has. */
type CreatedHeaders = Awaited<ReturnType<WebhookResource['create']>>['headers'];

/** The new webhook. Its secret is beside it. */
type WebhookWithoutSecret = Webhook & {
  /** Always null. */
  secret: null;
};

/** The creation of a webhook, or its replay. No other answer holds the secret. In `data` it is null, as in every other answer. */
export interface WebhookCreation extends Success<201, WebhookWithoutSecret, CreatedHeaders> {
  /** The key of the signatures of this webhook. Keep it: no later answer holds it. */
  readonly secret: WebhookSecret;
}

/** The calls to `webhook`. A creation holds the secret apart from the data, so that nobody logs it. */
export interface WebhookResourceWithSecret extends Omit<WebhookResource, 'create'> {
  /** Register a webhook. Only `secret` holds its secret. */
  create(body: WebhookInput, options?: WriteOptions): SentCall<WebhookCreation>;
}

export function withSecretApart(webhook: WebhookResource): WebhookResourceWithSecret {
  return {
    ...webhook,
    create(body, options) {
      const created = webhook.create(body, options);
      return sentCall(created.then(creation), async () => (await created.withResponse()).response);
    },
  };
}

function creation({ data, ...others }: Awaited<ReturnType<WebhookResource['create']>>): WebhookCreation {
  if (!text.accepts(data.secret)) {
    const { status, attempts, idempotencyKey, requestId } = others;
    const details = { operation: 'createWebhook', pointer: '/secret', status, attempts, idempotencyKey, requestId };
    throw breachOf(details, 'a secret was expected');
  }
  return { ...others, data: { ...data, secret: null }, secret: new WebhookSecret(data.secret) };
}

import { printable, within } from '#runtime';
import type { UnknownEvento } from '../evento/envelope.ts';
import type { Evento } from '../evento/evento.ts';
import { readEvento } from '../evento/parse-evento.ts';
import type { Verified, VerifyInput } from '../signature/claim.ts';
import { parseSignatureHeader, signatureHeaderName } from '../signature/header.ts';
import { WebhookError } from '../webhook-error.ts';
import { type BodyLimits, tooSlow } from './read-body.ts';
import type { IncomingDelivery } from './receiver.ts';
import type { ReceiverBasics, ReceiverSecrets, WebhookSecret } from './receiver-options.ts';
import { senderList } from './sender-list.ts';

/** A delivery that is genuine. */
export interface Admitted {
  readonly evento: Evento | UnknownEvento;
  readonly webhook: string;
  readonly timestamp: number;
  readonly body: Uint8Array;
}

/** Verifies with the platform's own cryptography. */
export type Verify = (input: VerifyInput) => Verified | Promise<Verified>;

/** The longest word of a request that a message quotes. */
const WORD_CHARACTERS_MAX = 60;
const BODY_BYTES_MAX_DEFAULT = 2 ** 20;
const BODY_WITHIN_MS_DEFAULT = 10_000;
/** How much longer than its own limit the reading of an adapter may take, so that it can say itself what is wrong. */
const READING_GRACE_MS = 1000;
const SECRETS_WITHIN_MS = 1000;

/** Creates the check that every delivery must pass first: the cheapest parts come first, and no body is read needlessly. */
export function admission(options: ReceiverBasics & ReceiverSecrets, verify: Verify): (delivery: IncomingDelivery) => Promise<Admitted> {
  const headerName = signatureHeaderName(options.headerWord);
  const requireSender = options.senders === undefined ? undefined : senderList(options.senders);
  const secretsOf = secretSource(options);
  const secretsWithinMs = Math.max(options.answerWithinMs ?? 0, SECRETS_WITHIN_MS);
  const { bodyBytesMax = BODY_BYTES_MAX_DEFAULT, bodyWithinMs = BODY_WITHIN_MS_DEFAULT, toleranceSeconds, nowSeconds } = options;
  return async (delivery) => {
    requirePost(delivery);
    requireSender?.(delivery); // RCV-15
    requirePlain(delivery);
    const header = delivery.header(headerName);
    parseSignatureHeader(header);
    const body = await readWhole(delivery, { bodyBytesMax, bodyWithinMs });
    const secrets = await within(secretsWithinMs, secretsOf(), () => new Error(`secrets gave nothing within ${secretsWithinMs} ms.`));
    const tolerance = toleranceSeconds === undefined ? {} : { toleranceSeconds };
    const now = nowSeconds === undefined ? {} : { nowSeconds: requireSeconds(nowSeconds()) };
    const verified = await verify({ header, body, secret: secrets.map(({ secret }) => secret), ...tolerance, ...now });
    const webhook = secrets[verified.secretIndex]?.name ?? '';
    return { evento: readEvento(body), webhook, timestamp: verified.timestamp, body };
  };
}

/** What an adapter of the user reads may never end. */
function readWhole(delivery: IncomingDelivery, limits: BodyLimits): Promise<Uint8Array> {
  const reading = (async () => delivery.readBody(limits))();
  return within(limits.bodyWithinMs + READING_GRACE_MS, reading, () => tooSlow(limits.bodyWithinMs));
}

function requireSeconds(now: unknown): number {
  if (typeof now === 'number' && Number.isFinite(now)) return now;
  throw new TypeError('nowSeconds must answer a number of seconds.');
}

function requirePost({ method }: IncomingDelivery): void {
  if (method !== 'POST')
    throw new WebhookError('method-not-post', `A delivery is a POST and not a ${printable(method, WORD_CHARACTERS_MAX)}.`);
}

/** The signature covers the raw body; bytes that were compressed on the way differ from it, and decompressing unverified input is a risk. */
function requirePlain(delivery: IncomingDelivery): void {
  const encoding = delivery.header('content-encoding') ?? 'identity';
  if (encoding.trim().toLowerCase() === 'identity' || encoding.trim() === '') return;
  const named = printable(encoding, WORD_CHARACTERS_MAX);
  throw new WebhookError('body-encoded', `The body is compressed (Content-Encoding: ${named}). The service sends it plain.`);
}

function secretSource({ secret, secrets }: ReceiverSecrets): () => Promise<readonly WebhookSecret[]> {
  if ((secret === undefined) === (secrets === undefined)) throw new TypeError('A receiver needs either secret or secrets.');
  if (typeof secrets === 'function') return async () => requireSecrets(await secrets());
  const fixed = requireSecrets(secrets ?? [{ name: 'default', secret }]);
  return async () => fixed;
}

function requireSecrets(secrets: unknown): readonly WebhookSecret[] {
  if (Array.isArray(secrets) && secrets.length > 0 && secrets.every(isWebhookSecret)) return secrets;
  throw new TypeError('secrets must be a list of at least one { name, secret }, and no secret may be empty.');
}

function isWebhookSecret(value: unknown): value is WebhookSecret {
  if (typeof value !== 'object' || value === null || !('name' in value) || !('secret' in value)) return false;
  return typeof value.name === 'string' && typeof value.secret === 'string' && value.secret !== '';
}

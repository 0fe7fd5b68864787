import type { UnknownEvento } from '../evento/envelope.ts';
import type { Evento } from '../evento/evento.ts';
import { readEvento } from '../evento/parse-evento.ts';
import type { Verified, VerifyInput } from '../signature/claim.ts';
import { parseSignatureHeader, signatureHeaderName } from '../signature/header.ts';
import { WebhookError } from '../webhook-error.ts';
import { requireBounds, requireMilliseconds } from './limits.ts';
import type { IncomingDelivery } from './receiver.ts';
import type { ReceiverBasics, WebhookSecret } from './receiver-options.ts';
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

const BODY_BYTES_MAX_DEFAULT = 2 ** 20;
const BODY_WITHIN_MS_DEFAULT = 10_000;

/** Creates the check that every delivery must pass first: the cheapest parts come first, and no body is read needlessly. */
export function admission(options: ReceiverBasics, verify: Verify): (delivery: IncomingDelivery) => Promise<Admitted> {
  const headerName = signatureHeaderName(options.headerWord);
  const requireSender = options.senders === undefined ? undefined : senderList(options.senders);
  const secretsOf = secretSource(options);
  const { bodyBytesMax = BODY_BYTES_MAX_DEFAULT, bodyWithinMs = BODY_WITHIN_MS_DEFAULT, toleranceSeconds, nowSeconds } = options;
  requireMilliseconds('bodyWithinMs', bodyWithinMs, 1);
  requireBounds(bodyBytesMax, toleranceSeconds);
  return async (delivery) => {
    requirePost(delivery);
    requireSender?.(delivery); // RCV-15
    requirePlain(delivery);
    const header = delivery.header(headerName);
    parseSignatureHeader(header);
    const body = await delivery.readBody({ bodyBytesMax, bodyWithinMs });
    const secrets = await secretsOf();
    const tolerance = toleranceSeconds === undefined ? {} : { toleranceSeconds };
    const now = nowSeconds === undefined ? {} : { nowSeconds: nowSeconds() };
    const verified = await verify({ header, body, secret: secrets.map(({ secret }) => secret), ...tolerance, ...now });
    const webhook = secrets[verified.secretIndex]?.name ?? '';
    return { evento: readEvento(body), webhook, timestamp: verified.timestamp, body };
  };
}

function requirePost({ method }: IncomingDelivery): void {
  if (method !== 'POST') throw new WebhookError('method-not-post', `A delivery is a POST, not a ${method}.`);
}

/** The signature covers the raw body; bytes that were compressed on the way differ from it, and decompressing unverified input is a risk. */
function requirePlain(delivery: IncomingDelivery): void {
  const encoding = delivery.header('content-encoding') ?? 'identity';
  if (encoding.trim().toLowerCase() === 'identity' || encoding.trim() === '') return;
  throw new WebhookError('body-encoded', `The body is compressed (Content-Encoding: ${encoding}): the service sends it plain.`);
}

function secretSource({ secret, secrets }: ReceiverBasics): () => readonly WebhookSecret[] | Promise<readonly WebhookSecret[]> {
  if ((secret === undefined) === (secrets === undefined)) throw new TypeError('A receiver needs either secret or secrets.');
  if (typeof secrets === 'function') return secrets;
  const fixed = secrets ?? [{ name: 'default', secret: secret ?? '' }];
  if (fixed.length === 0 || fixed.some((each) => typeof each.secret !== 'string' || each.secret === '')) {
    throw new TypeError('Every secret of a receiver must be a string, and not empty.');
  }
  return () => fixed;
}

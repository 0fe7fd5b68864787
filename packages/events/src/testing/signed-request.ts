import { type OptionKinds, readOptions, record, required, text, wholeNumber } from '#runtime';
import type { UnknownEvento } from '../evento/envelope.ts';
import type { Evento } from '../evento/evento.ts';
import { fault } from '../fault.ts';
import { sign } from '../node/sign.ts';
import { signatureHeaderName } from '../signature/header.ts';
import { headerWordKind } from '../signature/header-word.ts';
import { isBytes } from '../signature/input.ts';
import { exampleEvento } from './example-evento.ts';

/** What a delivery is made from. */
export interface SignedRequestOptions {
  /** The secret of the webhook, as the receiver has it. */
  readonly secret: string;
  /** The event. Default: an `Anagrafica.Create` with an EventGuid of its own. */
  readonly evento?: Evento | UnknownEvento | undefined;
  /** The bytes of the body, instead of `evento`. They are signed as they are. */
  readonly body?: Uint8Array | undefined;
  /** Default `http://localhost/`. */
  readonly url?: string | URL | undefined;
  /** When it is signed, in whole Unix seconds. Default: now. */
  readonly timestamp?: number | undefined;
  /** The product word of the signature header. Default `Service`. */
  readonly headerWord?: string | undefined;
}

const SIGNED_KINDS: OptionKinds<SignedRequestOptions> = {
  secret: required(text),
  evento: record(),
  body: { expected: 'a Uint8Array', accepts: isBytes },
  url: { expected: 'a URL, as text or as an object', accepts: (value) => typeof value === 'string' || value instanceof URL },
  timestamp: wholeNumber(0),
  headerWord: headerWordKind,
};

/** A delivery, ready to be sent: `fetch(request.url, request)`, `new Request(request.url, request)`, `app.inject(...)`. */
export interface SignedRequest {
  /** Deliveries are POSTs. */
  readonly method: 'POST';
  /** The address of the receiver. */
  readonly url: string;
  /** Content-Type and the signature, by their names. */
  readonly headers: Readonly<Record<string, string>>;
  /** `Uint8Array<ArrayBuffer>`, written in a way that TypeScript before 5.7 can read too. */
  readonly body: ReturnType<Uint8Array['slice']>;
}

/**
 * Creates a delivery as the service sends it, for tests of receivers.
 *
 * @example
 * const request = signedRequest({ secret: 'whsec', evento: exampleEvento('Documento.Emit') });
 * const response = await handle(new Request(request.url, request));
 */
export function signedRequest(given: SignedRequestOptions): SignedRequest {
  const options = readOptions<SignedRequestOptions>(given, SIGNED_KINDS, fault);
  const {
    secret,
    evento = exampleEvento('Anagrafica.Create'),
    url = 'http://localhost/',
    timestamp = Math.floor(Date.now() / 1000),
  } = options;
  const body = Uint8Array.from(options.body ?? new TextEncoder().encode(JSON.stringify(evento)));
  const signature = sign({ body, secret, timestamp });
  const headers = { 'Content-Type': 'application/json', [signatureHeaderName(options.headerWord)]: signature };
  return { method: 'POST', url: String(url), headers, body };
}

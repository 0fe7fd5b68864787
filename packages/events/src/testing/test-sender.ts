import { type OptionKinds, readOptions, required, text, wholeNumber } from '#runtime';
import { fault } from '../fault.ts';
import { headerWordKind } from '../signature/header-word.ts';
import { type SignedRequest, type SignedRequestOptions, signedRequest } from './signed-request.ts';
import { type Tampering, tamper } from './tamper.ts';

/** Options of `createTestSender`. */
export interface TestSenderOptions {
  /** The address of the receiver, or a handler of the Fetch API, which is called without a socket. */
  readonly to: string | URL | ((request: Request) => Response | Promise<Response>);
  /** The secret of the webhook, as the receiver has it. */
  readonly secret: string;
  /** The product word of the signature header. Default `Service`. */
  readonly headerWord?: string | undefined;
}

const KINDS: OptionKinds<TestSenderOptions> = {
  to: required({ expected: 'an address, or a handler of the Fetch API', accepts: isReceiver }),
  secret: required(text),
  headerWord: headerWordKind,
};

function isReceiver(to: unknown): boolean {
  return typeof to === 'function' || URL.canParse(String(to));
}

const TIMES_MAX = 10_000;

/** What was sent and what was answered. */
export interface Attempt {
  /** The delivery that was sent. */
  readonly request: SignedRequest;
  /** The HTTP status of the answer. */
  readonly status: number;
  /** Empty, or the code of the refusal. */
  readonly body: string;
}

/** What a delivery is made from. Secret, address and header word are the sender's. */
export type TestDelivery = Pick<SignedRequestOptions, 'evento' | 'body' | 'timestamp'>;

/** Acts as the service: sends valid deliveries, and invalid ones. */
export interface TestSender {
  /** Sends a delivery once. It is an example if there is no `evento`. */
  send(delivery?: TestDelivery): Promise<Attempt>;
  /** Sends a prepared request as it is. */
  post(request: SignedRequest): Promise<Attempt>;
  /** Sends the same bytes again with a new signature, as the service does after an attempt without a 2xx. */
  redeliver(attempt: Attempt): Promise<Attempt>;
  /** Sends the same delivery several times at once. Default: twice. */
  duplicate(delivery?: TestDelivery, times?: number): Promise<readonly Attempt[]>;
  /** Sends a delivery that was signed this many seconds ago. A negative number is the future. */
  delay(seconds: number, delivery?: TestDelivery): Promise<Attempt>;
  /** Sends a delivery with one thing changed after it was signed. */
  tamper(tampering: Tampering, delivery?: TestDelivery): Promise<Attempt>;
}

/**
 * Makes a sender of deliveries for tests of receivers.
 *
 * @example
 * const sender = createTestSender({ to: 'http://localhost:8080/webhook', secret: 'whsec' });
 * const first = await sender.send();
 * const again = await sender.redeliver(first);
 */
export function createTestSender(options: TestSenderOptions): TestSender {
  const { to, ...signing } = readOptions<TestSenderOptions>(options, KINDS, fault);
  const url = typeof to === 'function' ? 'http://localhost/' : String(to);
  const make = (delivery?: TestDelivery): SignedRequest => signedRequest({ ...signing, url, ...delivery });
  const post = typeof to === 'function' ? async (request: SignedRequest) => to(new Request(url, request)) : fetchOnce;

  async function attempt(request: SignedRequest): Promise<Attempt> {
    const response = await post(request);
    return { request, status: response.status, body: await response.text() };
  }

  return {
    send: (delivery) => attempt(make(delivery)),
    post: attempt,
    redeliver: ({ request }) => attempt(make({ body: request.body })),
    duplicate: async (delivery, times = 2) => {
      const count = wholeNumber(1, TIMES_MAX);
      if (!count.accepts(times)) throw fault(`times must be ${count.expected}.`);
      const request = make(delivery);
      return Promise.all(Array.from({ length: times }, () => attempt(request)));
    },
    delay: (seconds, delivery) => attempt(make({ ...delivery, timestamp: Math.floor(Date.now() / 1000) - seconds })),
    tamper: (tampering, delivery) => attempt(tamper(make(delivery), tampering)),
  };
}

/** Like the service, this does not follow redirects. */
async function fetchOnce(request: SignedRequest): Promise<Response> {
  return fetch(request.url, { ...request, redirect: 'manual' });
}

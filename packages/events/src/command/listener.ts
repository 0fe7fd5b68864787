import type { RequestListener, ServerResponse } from 'node:http';
import type { Terminal } from '#command-line';
import { printable } from '#runtime';
import { type NodeRequest, nodeDelivery, writeAnswer } from '../adapter/node-delivery.ts';
import { createMemoryDedupe } from '../dedupe/memory-dedupe.ts';
import type { UnknownEvento } from '../evento/envelope.ts';
import type { Evento } from '../evento/evento.ts';
import { readEvento } from '../evento/parse-evento.ts';
import { createReceiver } from '../node/create-receiver.ts';
import { verify } from '../node/verify.ts';
import { nodeReceiver } from '../node.ts';
import { type Admitted, admission } from '../receiver/admission.ts';
import type { ReceiverBasics, ReceiverSecrets } from '../receiver/receiver-options.ts';
import { answer, notProcessed, refusalOf } from '../receiver/refusal.ts';
import { WebhookError } from '../webhook-error.ts';
import { forward } from './forwarding.ts';
import { LINE_CHARACTERS_MAX } from './options.ts';

/** What deliveries are verified by. */
export type Verification = ReceiverBasics & ReceiverSecrets;

/** How deliveries are printed. */
export interface Printing {
  readonly json: boolean;
  readonly out: Terminal['out'];
}

const UNVERIFIED_LIMITS = { bodyBytesMax: 2 ** 20, bodyWithinMs: 10_000 };

/** Prints each delivery with its verification, and processes no event twice. `GET /effects` says how often each was processed. */
export function printingListener(basics: Verification, { json, out }: Printing): RequestListener {
  const effects = new Map<string, number>();
  const memory = createMemoryDedupe();
  const receiver = createReceiver({
    ...basics,
    dedupe: {
      async once(guid, work) {
        const outcome = await memory.once(guid, work);
        if (outcome === 'duplicate') out(printable(`duplicate ${guid}`, LINE_CHARACTERS_MAX));
        return outcome;
      },
    },
    onRefused: (error) => out(refusalLine(error)),
    onEvent(evento, { webhook }) {
      effects.set(evento.EventGuid, (effects.get(evento.EventGuid) ?? 0) + 1);
      out(eventLine(evento, 'accepted', webhook, json));
    },
  });
  return withEffects(nodeReceiver(receiver), effects);
}

/**
 * Prints each delivery with its verification, and forwards it where that is wanted: the receiver there answers, and tells duplicates apart.
 *
 * @param basics undefined where no secret is known: then nothing can be verified
 */
export function forwardingListener(basics: Verification | undefined, to: string | undefined, printing: Printing): RequestListener {
  const { json, out } = printing;
  const admit = basics === undefined ? undefined : admission(basics, verify);
  return async (request: NodeRequest, response: ServerResponse) => {
    try {
      const delivery = nodeDelivery(request);
      const { evento, webhook, body } = admit === undefined ? await unverified(request) : await admit(delivery);
      out(eventLine(evento, admit === undefined ? 'unverified' : 'accepted', webhook, json));
      const print = (what: string) => out(printable(`  ${evento.EventGuid} ${what}`, LINE_CHARACTERS_MAX));
      writeAnswer(response, to === undefined ? answer(204) : await forward(request, body, to, print));
    } catch (error) {
      if (error instanceof WebhookError) out(refusalLine(error));
      else console.error('The delivery was not forwarded:', error);
      writeAnswer(response, error instanceof WebhookError ? refusalOf(error) : notProcessed());
    }
  };
}

async function unverified(request: NodeRequest): Promise<Admitted> {
  const body = await nodeDelivery(request).readBody(UNVERIFIED_LIMITS);
  return { evento: readEvento(body), webhook: '', timestamp: 0, body };
}

function eventLine(evento: Evento | UnknownEvento, verdict: 'accepted' | 'unverified', webhook: string, json: boolean): string {
  // As long as its body, which has a limit: half of a JSON text is none.
  if (json) return printable(JSON.stringify(evento), Number.POSITIVE_INFINITY);
  const signer = webhook === '' ? '' : ` webhook ${webhook}`;
  return printable(`${verdict} ${evento.Type} ${evento.EventGuid} company ${evento.CompanyId}${signer}`, LINE_CHARACTERS_MAX);
}

function refusalLine({ code, message }: WebhookError): string {
  return printable(`refused ${code}: ${message}`, LINE_CHARACTERS_MAX);
}

/** GET /effects tells how often each event was processed; everything else is a delivery. */
function withEffects(listener: RequestListener, effects: ReadonlyMap<string, number>): RequestListener {
  return (request, response) => {
    if (request.method !== 'GET' || request.url !== '/effects') return listener(request, response);
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify({ processed: Object.fromEntries(effects) }));
  };
}

import { type NodeRequest, nodeDelivery } from '../adapter/node-delivery.ts';
import type { Answer } from '../receiver/receiver.ts';
import { answer } from '../receiver/refusal.ts';
import { causeOf } from './unanswered.ts';

/** As long as the service waits for an answer. */
const ANSWER_WITHIN_MS = 10_000;

/** What belongs to one connection, and what `fetch` writes itself. */
const NOT_FORWARDED = ['connection', 'content-length', 'expect', 'host', 'keep-alive', 'transfer-encoding', 'upgrade'];

/** Sends a delivery on, with its bytes and its headers, prints what was answered, and gives that back. */
export async function forward(request: NodeRequest, body: Uint8Array, to: string, print: (line: string) => void): Promise<Answer> {
  const delivery = nodeDelivery(request);
  const headers = Object.keys(request.headers).flatMap((name) => {
    const value = NOT_FORWARDED.includes(name) ? undefined : delivery.header(name);
    return value === undefined ? [] : [[name, value] as const];
  });
  const started = Date.now();
  try {
    const response = await fetch(to, {
      method: 'POST',
      headers: Object.fromEntries(headers),
      body: Uint8Array.from(body),
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    const text = await response.text();
    print(`answered ${response.status} in ${Date.now() - started} ms ${text}`.trimEnd());
    return answer(response.status, text);
  } catch (error) {
    print(`unanswered (${causeOf(error)})`);
    return answer(502, 'not-forwarded');
  }
}

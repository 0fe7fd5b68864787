import type { ShownDelivery } from '../model/evidence.ts';
import type { Attempt, Hang, Reply, Webhook } from '../model/webhook.ts';
import { eventoOf } from '../receiver/attempt.ts';

/** A delivery as a failure shows it. @param webhooks the webhooks of the run */
export function shownDelivery(attempt: Attempt, why: string, webhooks: readonly Webhook[]): ShownDelivery {
  const name = attempt.path.split('?')[0]?.split('/').at(-1);
  const webhook = webhooks.find(({ endpoint }) => endpoint.name === name);
  return {
    why,
    webhook: webhook?.id ?? null,
    method: attempt.method,
    url: webhook === undefined ? attempt.path : new URL(attempt.path, webhook.url).href,
    headers: pairs(attempt.rawHeaders),
    body: attempt.body.toString('utf8'),
    answered: attempt.reply === undefined ? 'not yet answered' : described(attempt.reply),
    attempt: numberOf(attempt, webhook),
    remoteAddress: attempt.remoteAddress ?? 'an unknown address',
    arrivedAt: attempt.arrivedAt,
  };
}

/** The number of the attempt for its event. A repeated event has the same EventGuid. */
function numberOf(attempt: Attempt, webhook: Webhook | undefined): number | null {
  const guid = eventoOf(attempt)?.eventGuid;
  if (guid === undefined || webhook === undefined) return null;
  const ofEvent = webhook.endpoint.attempts.filter((other) => eventoOf(other)?.eventGuid === guid);
  const at = ofEvent.indexOf(attempt);
  return at < 0 ? null : at + 1;
}

function described(reply: Reply): string {
  if (reply === 'reset') return 'by resetting the connection';
  if (reply === 'close') return 'by closing the connection';
  if ('silentForMs' in reply) return `not at all; the connection was cut after ${reply.silentForMs} ms`;
  if ('hang' in reply)
    return `${reply.beginsWith === undefined ? 'not at all' : `${reply.beginsWith}, with an endless body`}; ${hung(reply.hang)}`;
  return reply.afterMs === undefined ? String(reply.status) : `${reply.status}, after ${reply.afterMs} ms`;
}

function hung({ givenUpAfterMs }: Hang): string {
  return givenUpAfterMs === undefined ? 'the connection was left open' : `the target gave up after ${givenUpAfterMs} ms`;
}

function pairs(rawHeaders: readonly string[]): readonly (readonly [string, string])[] {
  return rawHeaders.flatMap((name, index) => (index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? ''] as const] : []));
}

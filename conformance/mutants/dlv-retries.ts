import { marksOf, wideWebhooksMarked } from './faults/webhooks.ts';
import type { DeliveryFault, FaultContext, Mutant } from './mutant.ts';
import { bodyOf } from './peer/message.ts';
import type { Deliver, Delivered } from './peer/relay.ts';

/** What came of an attempt: a status, or the error that broke the connection. */
async function outcome(delivery: Delivered, deliver: Deliver): Promise<number | Error> {
  return await deliver(delivery).catch((error: unknown) => (error instanceof Error ? error : new Error(String(error))));
}

/** A fault that takes some refusals for final: the service is told that they were confirmations. */
function final(isFinal: (status: number, delivery: Delivered, context: FaultContext) => boolean): Mutant['deliveryFault'] {
  return (context) => async (delivery, deliver) => {
    const came = await outcome(delivery, deliver);
    if (came instanceof Error) return 502;
    return came >= 300 && isFinal(came, delivery, context) ? 200 : came;
  };
}

/** A fault that takes some lost connections for final. */
function lossFinal(isFinal: (error: Error) => boolean): () => DeliveryFault {
  return () => async (delivery, deliver) => {
    const came = await outcome(delivery, deliver);
    if (!(came instanceof Error)) return came;
    return isFinal(came) ? 200 : 502;
  };
}

function codeOf(error: Error): string {
  return 'code' in error ? String(error.code) : '';
}

const minuteMs = 60_000;
const retryDelaysMs = [5_000, 5 * minuteMs, 30 * minuteMs, 120 * minuteMs, 300 * minuteMs];

/** A service that does not count some attempts: it retries on after five of them. */
function uncounted(isUncounted: (came: number | Error) => boolean): Pick<Mutant, 'service' | 'deliveryFault'> {
  return {
    service: { retryDelaysMs: [...retryDelaysMs, 300 * minuteMs, 300 * minuteMs] },
    deliveryFault: () => async (delivery, deliver) => {
      const came = await outcome(delivery, deliver);
      const isLast = delivery.earlierAttempts.length >= retryDelaysMs.length;
      if (isLast && !isUncounted(came)) return 200;
      return came instanceof Error ? 502 : came;
    },
  };
}

/** Services that give up too soon, or never, on some answers, some lost connections and some webhooks. */
export const dlvRetryMutants: readonly Mutant[] = [
  {
    id: 'DLV-01-203-is-not-a-confirmation',
    mustBreak: ['DLV-01'],
    deliveryFault: () => async (delivery, deliver) => {
      const status = await deliver(delivery);
      return status === 203 ? 500 : status;
    },
  },
  { id: 'DLV-02-method-not-allowed-is-final', mustBreak: ['DLV-02'], deliveryFault: final((status) => status === 405) },
  { id: 'DLV-02-too-large-is-final', mustBreak: ['DLV-02'], deliveryFault: final((status) => status === 413) },
  { id: 'DLV-02-not-implemented-is-final', mustBreak: ['DLV-02'], deliveryFault: final((status) => status === 501) },
  { id: 'DLV-02-gateway-time-out-is-final', mustBreak: ['DLV-02'], deliveryFault: final((status) => status === 504) },
  { id: 'DLV-02-unknown-statuses-are-final', mustBreak: ['DLV-02'], deliveryFault: final((status) => status > 511) },
  {
    id: 'DLV-02-only-the-usual-refusals-are-retried',
    mustBreak: ['DLV-02'],
    deliveryFault: final((status) => ![400, 401, 403, 404, 408, 409, 410, 422, 429, 500, 502, 503, 504].includes(status) && status >= 400),
  },
  {
    id: 'DLV-02-deletions-are-not-retried',
    mustBreak: ['DLV-02', 'DLV-04'],
    deliveryFault: final((_status, delivery) => String(bodyOf(delivery).Type).endsWith('.Delete')),
  },
  {
    id: 'DLV-02-changes-are-not-retried',
    mustBreak: ['DLV-02', 'DLV-04'],
    deliveryFault: final((_status, delivery) => String(bodyOf(delivery).Type).endsWith('.Update')),
  },
  {
    id: 'DLV-02-webhooks-of-all-companies-are-not-retried',
    mustBreak: ['DLV-02'],
    fault: wideWebhooksMarked,
    deliveryFault: final((_status, { secret }, context) => marksOf(context).has(secret)),
  },
  {
    id: 'DLV-02-first-company-is-not-retried',
    mustBreak: ['DLV-02'],
    deliveryFault: final((_status, delivery, { target }) => String(bodyOf(delivery).CompanyId) === target.companies[0].id),
  },
  {
    id: 'DLV-03-refused-connection-is-final',
    mustBreak: ['DLV-03'],
    deliveryFault: lossFinal((error) => codeOf(error) === 'ECONNREFUSED'),
  },
  {
    id: 'DLV-03-reset-connection-is-final',
    mustBreak: ['DLV-03', 'DLV-04'],
    deliveryFault: lossFinal((error) => codeOf(error) === 'ECONNRESET'),
  },
  {
    id: 'DLV-03-closed-connection-is-final',
    mustBreak: ['DLV-03'],
    deliveryFault: lossFinal((error) => codeOf(error) === 'UND_ERR_SOCKET'),
  },
  {
    id: 'DLV-03-time-out-is-final',
    mustBreak: ['DLV-03'],
    // What ends in silence after a while, and nothing that is answered, however late.
    deliveryFault: () => async (delivery, deliver) => {
      const begunAt = performance.now();
      const came = await outcome(delivery, deliver);
      if (!(came instanceof Error)) return came;
      return codeOf(came) === 'UND_ERR_SOCKET' && performance.now() - begunAt > 200 ? 200 : 502;
    },
  },
  { id: 'DLV-04-too-many-requests-do-not-count', mustBreak: ['DLV-04'], ...uncounted((came) => came === 429) },
  { id: 'DLV-04-redirects-do-not-count', mustBreak: ['DLV-04'], ...uncounted((came) => typeof came === 'number' && came < 400) },
  { id: 'DLV-04-client-errors-do-not-count', mustBreak: ['DLV-04'], ...uncounted((came) => came === 404) },
  { id: 'DLV-04-lost-connections-do-not-count', mustBreak: ['DLV-04'], ...uncounted((came) => came instanceof Error) },
];

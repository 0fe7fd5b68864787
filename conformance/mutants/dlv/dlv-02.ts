import { answerTakenFor, isOf, outcome } from '../faults/attempts.ts';
import { cancelling } from '../faults/cancelled-deliveries.ts';
import { answering } from '../faults/exchanges.ts';
import { givingUp, markedByPut } from '../faults/marked-by-put.ts';
import { isTexts, marksOf, wideWebhooksMarked } from '../faults/webhooks.ts';
import type { FaultContext, Faults, Mutants, NewDeliveryFault } from '../mutant.ts';
import { bodyOf, isSuccess } from '../peer/message.ts';
import type { Delivered } from '../peer/relay.ts';

/** A fault that treats some refusals as final, by reporting them to the service as confirmations. */
function final(isFinal: (status: number, delivery: Delivered, context: FaultContext) => boolean): NewDeliveryFault {
  return (context) => async (delivery, deliver) => {
    const came = await outcome(delivery, deliver);
    if (came instanceof Error) return 502;
    return came >= 300 && isFinal(came, delivery, context) ? 200 : came;
  };
}

/** A fault that drops the pending retries of all webhooks when one is deleted. */
const givingUpAtDeletions: Faults = {
  fault: answering((answer, { operation }, context) => {
    const marks = marksOf(context);
    if (operation === 'deleteWebhook' && isSuccess(answer)) for (const waiting of marks.keys()) marks.set(waiting, 'given up');
    return answer;
  }),
  deliveryFault: (context) => async (delivery, deliver) => {
    const [marks, waiting] = [marksOf(context), `${delivery.secret} ${String(bodyOf(delivery).EventGuid)}`];
    if (marks.get(waiting) === 'given up') return 204;
    const came = await outcome(delivery, deliver);
    if (came instanceof Error || came >= 300) marks.set(waiting, 'waits');
    else marks.delete(waiting);
    return came instanceof Error ? 502 : came;
  },
};

export const mutants: Mutants = {
  'redirects-are-successes': {
    mustAlsoBreak: ['DLV-04'],
    mayBreak: ['DLV-10'],
    deliveryFault: answerTakenFor((status) => (status >= 300 && status < 400 ? 200 : status)),
  },
  'method-not-allowed-is-final': { mayBreak: ['DLV-10'], deliveryFault: final((status) => status === 405) },
  'too-large-is-final': { deliveryFault: final((status) => status === 413) },
  'not-implemented-is-final': { deliveryFault: final((status) => status === 501) },
  'gateway-time-out-is-final': { deliveryFault: final((status) => status === 504) },
  'unknown-statuses-are-final': { deliveryFault: final((status) => status > 511) },
  'only-the-usual-refusals-are-retried': {
    deliveryFault: final((status) => ![400, 401, 403, 404, 408, 409, 410, 422, 429, 500, 502, 503, 504].includes(status) && status >= 400),
  },
  'webhooks-of-all-companies-are-not-retried': {
    fault: wideWebhooksMarked,
    deliveryFault: final((_status, { secret }, context) => marksOf(context).has(secret)),
  },
  'first-company-is-not-retried': {
    mayBreak: ['DLV-10'],
    deliveryFault: final((_status, delivery, { target }) => String(bodyOf(delivery).CompanyId) === target.companies[0].id),
  },
  'gone-is-final-for-new-stock-items': { deliveryFault: final((status, delivery) => status === 410 && isOf(delivery, 'articolo.Create')) },
  'too-many-is-final-for-what-is-issued': {
    deliveryFault: final((status, delivery) => status === 429 && isOf(delivery, 'Documento.Emit')),
  },
  'a-refused-deletion-gives-up-what-waits': cancelling(({ operation }, { status }) => operation === 'deleteWebhook' && status === 401),
  'a-deletion-gives-up-what-waits-for-others': {
    mayBreak: ['DLV-03', 'DLV-04', 'DLV-05', 'DLV-12'],
    ...givingUpAtDeletions,
  },
  'a-webhook-for-more-types-gives-up-what-waits': markedByPut(
    ({ Events }, { events }) => (isTexts(Events) && isTexts(events) && Events.length > events.length ? 'widened' : undefined),
    givingUp,
  ),
  'a-change-of-a-webhook-for-all-companies-gives-up-what-waits': markedByPut(
    ({ AziendaId }) => (AziendaId === null ? 'of all companies' : undefined),
    givingUp,
  ),
  'a-webhook-that-is-for-one-company-now-gives-up-what-waits': markedByPut(
    ({ AziendaId }, { aziendaId }) => (aziendaId === null && AziendaId !== null ? 'narrowed' : undefined),
    givingUp,
  ),
};

import { answerTakenFor, isOf, outcome } from '../faults/attempts.ts';
import { cancelling } from '../faults/cancelled-deliveries.ts';
import { markedByPut } from '../faults/marked-by-put.ts';
import { isTexts, marksOf, wideWebhooksMarked } from '../faults/webhooks.ts';
import type { FaultContext, Mutant } from '../mutant.ts';
import { bodyOf, isSuccess } from '../peer/message.ts';
import type { Delivered } from '../peer/relay.ts';

/** A fault that treats some refusals as final, by reporting them to the service as confirmations. */
function final(isFinal: (status: number, delivery: Delivered, context: FaultContext) => boolean): Mutant['deliveryFault'] {
  return (context) => async (delivery, deliver) => {
    const came = await outcome(delivery, deliver);
    if (came instanceof Error) return 502;
    return came >= 300 && isFinal(came, delivery, context) ? 200 : came;
  };
}

/** A fault that drops the pending retries of all webhooks when one is deleted. */
const givingUpAtDeletions: Pick<Mutant, 'fault' | 'deliveryFault'> = {
  fault: (context) => async (request, forward) => {
    const answer = await forward(request);
    const marks = marksOf(context);
    if (request.operation === 'deleteWebhook' && isSuccess(answer)) for (const waiting of marks.keys()) marks.set(waiting, 'given up');
    return answer;
  },
  deliveryFault: (context) => async (delivery, deliver) => {
    const [marks, waiting] = [marksOf(context), `${delivery.secret} ${String(bodyOf(delivery).EventGuid)}`];
    if (marks.get(waiting) === 'given up') return 204;
    const came = await outcome(delivery, deliver);
    if (came instanceof Error || came >= 300) marks.set(waiting, 'waits');
    else marks.delete(waiting);
    return came instanceof Error ? 502 : came;
  },
};

/** Faulty services that the check of DLV-02 must catch. */
export const mutants: readonly Mutant[] = [
  {
    id: 'DLV-02-client-errors-are-final',
    mustBreak: ['DLV-02', 'DLV-04'],
    mayBreak: ['DLV-10'],
    deliveryFault: answerTakenFor((status) => (status >= 400 && status < 500 ? 200 : status)),
  },
  {
    id: 'DLV-02-gone-is-final',
    mustBreak: ['DLV-02'],
    mayBreak: ['DLV-10'],
    deliveryFault: answerTakenFor((status) => (status === 410 ? 200 : status)),
  },
  {
    id: 'DLV-02-redirects-are-successes',
    mustBreak: ['DLV-02', 'DLV-04'],
    mayBreak: ['DLV-10'],
    deliveryFault: answerTakenFor((status) => (status >= 300 && status < 400 ? 200 : status)),
  },
  {
    id: 'DLV-02-method-not-allowed-is-final',
    mustBreak: ['DLV-02'],
    mayBreak: ['DLV-10'],
    deliveryFault: final((status) => status === 405),
  },
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
    mayBreak: ['DLV-10'],
    deliveryFault: final((_status, delivery) => String(bodyOf(delivery).Type).endsWith('.Delete')),
  },
  {
    id: 'DLV-02-changes-are-not-retried',
    mustBreak: ['DLV-02', 'DLV-04'],
    mayBreak: ['DLV-10'],
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
    mayBreak: ['DLV-10'],
    deliveryFault: final((_status, delivery, { target }) => String(bodyOf(delivery).CompanyId) === target.companies[0].id),
  },
  {
    id: 'DLV-02-gone-is-final-for-new-stock-items',
    mustBreak: ['DLV-02'],
    deliveryFault: final((status, delivery) => status === 410 && isOf(delivery, 'articolo.Create')),
  },
  {
    id: 'DLV-02-too-many-is-final-for-what-is-issued',
    mustBreak: ['DLV-02'],
    deliveryFault: final((status, delivery) => status === 429 && isOf(delivery, 'Documento.Emit')),
  },
  {
    id: 'DLV-02-a-refused-deletion-gives-up-what-waits',
    mustBreak: ['DLV-02'],
    ...cancelling(({ operation }, { status }) => operation === 'deleteWebhook' && status === 401),
  },
  {
    id: 'DLV-02-a-deletion-gives-up-what-waits-for-others',
    mustBreak: ['DLV-02'],
    mayBreak: ['DLV-03', 'DLV-04', 'DLV-05', 'DLV-12'],
    ...givingUpAtDeletions,
  },
  markedByPut(
    'DLV-02-a-webhook-for-more-types-gives-up-what-waits',
    ['DLV-02'],
    ({ Events }, { events }) => (isTexts(Events) && isTexts(events) && Events.length > events.length ? 'widened' : undefined),
    () => async (delivery, deliver) => (delivery.earlierAttempts.length > 0 ? 204 : await deliver(delivery)),
  ),
  markedByPut(
    'DLV-02-a-change-of-a-webhook-for-all-companies-gives-up-what-waits',
    ['DLV-02'],
    ({ AziendaId }) => (AziendaId === null ? 'of all companies' : undefined),
    () => async (delivery, deliver) => (delivery.earlierAttempts.length > 0 ? 204 : await deliver(delivery)),
  ),
  markedByPut(
    'DLV-02-a-webhook-that-is-for-one-company-now-gives-up-what-waits',
    ['DLV-02'],
    ({ AziendaId }, { aziendaId }) => (aziendaId === null && AziendaId !== null ? 'narrowed' : undefined),
    () => async (delivery, deliver) => (delivery.earlierAttempts.length > 0 ? 204 : await deliver(delivery)),
  ),
];

import { setTimeout as sleep } from 'node:timers/promises';
import type { OperationId } from '../../src/generated/operations.ts';
import { delivering } from '../faults/attempts.ts';
import { withEvento } from '../faults/evento.ts';
import { LICENSE_KEY_HEADER } from '../faults/headers.ts';
import { marksOf } from '../faults/webhooks.ts';
import type { DeliveryFault, Fault, FaultContext, Faults, Mutants } from '../mutant.ts';
import { bodyOf, headerOf, isSuccess, refusal, withHeader, without } from '../peer/message.ts';
import { companyOf } from '../peer/operation-of.ts';

/** Changes nothing, but marks contacts that refused a PUT while another was in progress. */
function lostRacesMarked(context: FaultContext): Fault {
  const busy = new Map<string, number>();
  return async (request, forward) => {
    if (request.operation !== 'updateAnagrafica') return await forward(request);
    const { path } = request;
    const others = busy.get(path) ?? 0;
    busy.set(path, others + 1);
    const answer = await forward(request);
    if (others > 0 && !isSuccess(answer)) marksOf(context).set(`${companyOf(path)} ${path.split('/').at(-1)}`, 'lost a race');
    busy.set(path, (busy.get(path) ?? 1) - 1);
    return answer;
  };
}

/** Sends another Update event for a marked contact. */
function lossesTold(context: FaultContext): DeliveryFault {
  return async (delivery, deliver) => {
    const evento = bodyOf(delivery);
    const status = await deliver(delivery);
    if (evento.Type !== 'Anagrafica.Update' || delivery.earlierAttempts.length > 0) return status;
    await sleep(RACE_MS);
    const { id } = evento.Object as { readonly id?: unknown };
    if (marksOf(context).has(`${evento.CompanyId} ${id}`))
      await deliver(withEvento(delivery, { ...evento, EventGuid: `${evento.EventGuid}-lost` }));
    return status;
  };
}

/** A refusal because of the state of other objects, for which the service still sends an event. */
interface ToldRefusal {
  readonly operation: OperationId;
  readonly code: string;
  /** The type of an update, and the type that is sent in its place. */
  readonly types: readonly [update: string, told: string];
}

/** Sends an event for a refusal: it updates the object without a change, and renames the type of that event. */
function refusalTold({ operation, code, types: [update, told] }: ToldRefusal): Faults {
  return {
    fault: (context) => async (request, forward) => {
      const answer = await forward(request);
      if (request.operation !== operation || bodyOf(answer).code !== code) return answer;
      const path = request.path.replace(/\/emit$/, '');
      const object = await forward({ ...request, path, method: 'GET', body: '' });
      marksOf(context).set(`${companyOf(path)} ${path.split('/').at(-1)}`, told);
      await forward({ ...withHeader(request, 'Content-Type', 'application/json'), path, method: 'PUT', body: object.body });
      return answer;
    },
    deliveryFault: delivering((delivery, context) => {
      const evento = bodyOf(delivery);
      const { id } = (evento.Object ?? {}) as { readonly id?: unknown };
      const isTold = evento.Type === update && marksOf(context).get(`${evento.CompanyId} ${id}`) === told;
      return isTold ? withEvento(delivery, { ...evento, Type: told }) : delivery;
    }),
  };
}

/** Longer than simultaneous PUTs take. */
const RACE_MS = 150;

export const mutants: Mutants = {
  'refused-body-is-an-event': () => async (request, forward) => {
    const answer = await forward(request);
    const broken = request.operation === 'createAnagrafica' && answer.status === 400;
    if (broken) await forward({ ...request, body: `${request.body}}` });
    return answer;
  },
  'replay-is-an-event': {
    mustAlsoBreak: ['IDEM-04'],
    // A rule that counts events after a replay may see one more.
    mayBreak: ['IDEM-05', 'IDEM-11', 'IDEM-13', 'IDEM-15', 'IDEM-16'],
    fault: () => async (request, forward) => {
      const answer = await forward(request);
      if (request.operation !== 'createAnagrafica' || headerOf(answer, 'Idempotent-Replayed') !== 'true') return answer;
      const again = await forward(without(request, 'Idempotency-Key'));
      // The second object is deleted at once, so only its event remains.
      await forward({ ...without(request, 'Idempotency-Key'), method: 'DELETE', path: `${request.path}/${bodyOf(again).id}`, body: '' });
      return answer;
    },
  },
  'loser-of-a-race-is-an-event': {
    fault: lostRacesMarked,
    deliveryFault: lossesTold,
  },
  'refused-creation-of-a-stock-item-is-an-event': () => async (request, forward) => {
    const answer = await forward(request);
    const isBroken = request.operation === 'createArticolo' && answer.status === 400 && !request.body.endsWith('}');
    if (isBroken) await forward({ ...request, body: `${request.body}}` });
    return answer;
  },
  'a-document-is-deleted-although-it-is-refused':
    ({ target }) =>
    async (request, forward) => {
      const company = target.companies.find(({ id }) => id === companyOf(request.path));
      if (request.operation !== 'deleteDocumento' || headerOf(request, LICENSE_KEY_HEADER) !== undefined || company === undefined)
        return await forward(request);
      await forward(withHeader(request, LICENSE_KEY_HEADER, company.licenseKey));
      return refusal(403);
    },
  'a-contact-that-is-kept-is-told-as-deleted': {
    mayBreak: ['EVT-14'],
    ...refusalTold({ operation: 'deleteAnagrafica', code: 'in-use', types: ['Anagrafica.Update', 'Anagrafica.Delete'] }),
  },
  'a-document-whose-number-is-taken-is-told-as-issued': refusalTold({
    operation: 'emitDocumento',
    code: 'numero-taken',
    types: ['Documento.Update', 'Documento.Emit'],
  }),
};

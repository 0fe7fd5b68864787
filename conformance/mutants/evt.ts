import { createHmac } from 'node:crypto';
import type { DeliveryFault, Mutant } from './mutant.ts';
import { bodyOf, headerOf, isSuccess, withBody, withHeader, without } from './peer/message.ts';
import type { Delivered } from './peer/relay.ts';

type Evento = Record<string, unknown>;

/** The attempt with another Evento, signed rightly. */
function withEvento(delivery: Delivered, evento: unknown): Delivered {
  const body = JSON.stringify(evento);
  const timestamp = /t=(\d+)/.exec(headerOf(delivery, 'Service-Signature') ?? '')?.[1] ?? '';
  const v2 = createHmac('sha256', delivery.secret).update(`${timestamp}.${body}`).digest('hex');
  return { ...withHeader(delivery, 'Service-Signature', `t=${timestamp},v2=${v2}`), body };
}

/** A fault that changes what every event says. */
function eventoChanged(change: (evento: Evento, delivery: Delivered) => unknown): () => DeliveryFault {
  return () => async (delivery, deliver) => await deliver(withEvento(delivery, change(bodyOf(delivery), delivery)));
}

/** A fault that keeps events of one type to itself. */
function withheld(type: string): () => DeliveryFault {
  return () => async (delivery, deliver) => (bodyOf(delivery).Type === type ? 204 : await deliver(delivery));
}

/** A fault that forgets a member of a webhook's change: the service keeps what it had. */
function memberKept(member: string): Mutant['fault'] {
  return () => {
    const kept = new Map<string, unknown>();
    return async (request, forward) => {
      if (request.operation === 'updateWebhook') {
        const id = request.path.split('/').at(-1) ?? '';
        return await forward(withBody(request, { ...bodyOf(request), [member]: kept.get(id) ?? bodyOf(request)[member] }));
      }
      const answer = await forward(request);
      if (request.operation === 'createWebhook' && isSuccess(answer)) kept.set(String(bodyOf(answer).id), bodyOf(request)[member]);
      return answer;
    };
  };
}

/** Services that send the wrong events, or say the wrong things in them. */
export const evtMutants: readonly Mutant[] = [
  {
    id: 'EVT-01-no-application-id',
    breaks: ['EVT-01', 'HDR-07'],
    deliveryFault: eventoChanged(({ ApplicationId: _dropped, ...evento }) => evento),
  },
  {
    id: 'EVT-01-evento-in-an-envelope',
    breaks: ['EVT-01', 'EVT-02', 'EVT-09', 'EVT-10'],
    deliveryFault: eventoChanged((evento) => ({ event: evento })),
  },
  {
    id: 'EVT-02-event-type-alone',
    breaks: ['EVT-02', 'EVT-09', 'EVT-10'],
    deliveryFault: eventoChanged((evento) => ({ ...evento, Type: String(evento.Type).split('.')[1] })),
  },
  {
    id: 'EVT-02-past-tense',
    breaks: ['EVT-02', 'EVT-09', 'EVT-10'],
    deliveryFault: eventoChanged((evento) => ({ ...evento, Type: `${evento.Type}d` })),
  },
  {
    id: 'EVT-03-id-and-name-alone',
    breaks: ['EVT-03'],
    deliveryFault: eventoChanged((evento) => {
      const { id, nome } = evento.Object as Evento;
      return { ...evento, Object: { id, nome } };
    }),
  },
  {
    id: 'EVT-03-update-shows-what-was-before',
    breaks: ['EVT-03'],
    deliveryFault: () => {
      const before = new Map<unknown, unknown>();
      return async (delivery, deliver) => {
        const evento = bodyOf(delivery);
        const object = evento.Object as Evento;
        const shown = evento.Type === 'Anagrafica.Update' ? (before.get(object.id) ?? object) : object;
        before.set(object.id, object);
        return await deliver(withEvento(delivery, { ...evento, Object: shown }));
      };
    },
  },
  {
    id: 'EVT-04-guid-of-the-attempt',
    breaks: ['EVT-04'],
    deliveryFault: eventoChanged((evento, { earlierAttempts }) => ({
      ...evento,
      EventGuid: `${evento.EventGuid}${earlierAttempts.length || ''}`,
    })),
  },
  {
    id: 'EVT-04-guid-of-the-webhook',
    breaks: ['EVT-04'],
    deliveryFault: eventoChanged((evento, { secret }) => ({
      ...evento,
      EventGuid: createHmac('md5', secret).update(String(evento.EventGuid)).digest('hex'),
    })),
  },
  {
    id: 'EVT-04-guid-of-the-type',
    breaks: ['EVT-04'],
    deliveryFault: eventoChanged((evento) => ({ ...evento, EventGuid: `${evento.Type}` })),
  },
  { id: 'EVT-05-always-the-first-company', breaks: ['EVT-05'], deliveryFault: eventoChanged((evento) => ({ ...evento, CompanyId: 1 })) },
  {
    id: 'EVT-06-every-type-of-the-object',
    breaks: ['EVT-06'],
    fault: () => async (request, forward) => {
      const { Events } = bodyOf(request);
      if (request.operation !== 'createWebhook' || !Array.isArray(Events)) return await forward(request);
      const all = Events.flatMap((type: string) => ['Create', 'Update', 'Delete'].map((name) => `${type.split('.')[0]}.${name}`));
      return await forward(
        withBody(request, {
          ...bodyOf(request),
          Events: [...new Set(all.filter((type) => type.startsWith('Anagrafica') || Events.includes(type)))],
        }),
      );
    },
  },
  {
    id: 'EVT-07-company-of-the-webhook-not-heeded',
    breaks: ['EVT-07'],
    fault: () => async (request, forward) =>
      await forward(request.operation === 'createWebhook' ? withBody(request, { ...bodyOf(request), AziendaId: null }) : request),
  },
  {
    id: 'EVT-07-null-is-the-first-company',
    breaks: ['EVT-07'],
    fault: () => async (request, forward) =>
      await forward(
        request.operation === 'createWebhook' && bodyOf(request).AziendaId === null
          ? withBody(request, { ...bodyOf(request), AziendaId: 1 })
          : request,
      ),
  },
  { id: 'EVT-08-deletion-unsaid', breaks: ['EVT-08'], deliveryFault: withheld('Anagrafica.Delete') },
  {
    id: 'EVT-08-no-update-in-the-second-company',
    breaks: ['EVT-08'],
    deliveryFault: () => async (delivery, deliver) => {
      const { Type, CompanyId } = bodyOf(delivery);
      return Type === 'Anagrafica.Update' && CompanyId !== 1 ? 204 : await deliver(delivery);
    },
  },
  {
    id: 'EVT-09-issue-is-an-update',
    breaks: ['EVT-09'],
    deliveryFault: eventoChanged((evento) => ({ ...evento, Type: String(evento.Type).replace('Emit', 'Update') })),
  },
  { id: 'EVT-10-export-unsaid', breaks: ['EVT-10'], deliveryFault: withheld('FatturaElettronicaXml.Export') },
  {
    id: 'EVT-11-refused-body-is-an-event',
    breaks: ['EVT-11'],
    fault: () => async (request, forward) => {
      const answer = await forward(request);
      const broken = request.operation === 'createAnagrafica' && answer.status === 400;
      if (broken) await forward({ ...request, body: `${request.body}}` });
      return answer;
    },
  },
  {
    id: 'EVT-11-replay-is-an-event',
    breaks: ['EVT-11', 'IDEM-04'],
    // Whatever counts events after a replay sees one more, where the replay came in time.
    perhaps: ['IDEM-05', 'IDEM-11', 'IDEM-13', 'IDEM-15'],
    fault: () => async (request, forward) => {
      const answer = await forward(request);
      if (request.operation !== 'createAnagrafica' || headerOf(answer, 'Idempotent-Replayed') !== 'true') return answer;
      const again = await forward(without(request, 'Idempotency-Key'));
      // The object goes again at once: of the second effect only its event is left.
      await forward({ ...without(request, 'Idempotency-Key'), method: 'DELETE', path: `${request.path}/${bodyOf(again).id}`, body: '' });
      return answer;
    },
  },
  { id: 'EVT-12-old-url-after-a-change', breaks: ['EVT-12'], fault: memberKept('Url') },
  { id: 'EVT-12-old-events-after-a-change', breaks: ['EVT-12'], fault: memberKept('Events') },
];

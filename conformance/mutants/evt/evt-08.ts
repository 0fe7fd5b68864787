import { askingWebhooks, marksUnasked } from '../faults/asking-webhooks.ts';
import { isOf, undelivered } from '../faults/attempts.ts';
import { objectOf, subjectOf } from '../faults/evento.ts';
import { answering, answersOf } from '../faults/exchanges.ts';
import { untold } from '../faults/others-changes.ts';
import { marksOf, webhooksMarked } from '../faults/webhooks.ts';
import { urlsOfOthersMarked } from '../faults/webhooks-of-others.ts';
import type { Mutants, NewDeliveryFault } from '../mutant.ts';
import { bodyOf, headerOf, isSuccess } from '../peer/message.ts';
import { companyOf } from '../peer/operation-of.ts';

export const mutants: Mutants = {
  'changes-soon-after-another-unsaid': {
    mayBreak: ['EVT-03', 'EVT-04', 'EVT-15'],
    deliveryFault: () => {
      const changed = new Set<string>();
      return async (delivery, deliver) => {
        const { Type } = bodyOf(delivery);
        const what = `${delivery.secret} ${Type} ${subjectOf(bodyOf(delivery))}`;
        if (Type === 'Anagrafica.Update' && changed.has(what) && delivery.earlierAttempts.length === 0) return 204;
        changed.add(what);
        return await deliver(delivery);
      };
    },
  },
  'changes-of-items-within-a-second-are-one': {
    mayBreak: ['DLV-03', 'EVT-06', 'EVT-12', 'EVT-14', 'EVT-15'],
    deliveryFault: () => {
      const told = new Map<string, { readonly guid: unknown; readonly at: number }>();
      return async (delivery, deliver) => {
        const { Type, EventGuid } = bodyOf(delivery);
        const item = `${delivery.secret} ${subjectOf(bodyOf(delivery))}`;
        const last = told.get(item);
        if (Type !== 'articolo.Update' || last?.guid === EventGuid) return await deliver(delivery);
        if (last !== undefined && Date.now() - last.at < 1_000) return 204;
        told.set(item, { guid: EventGuid, at: Date.now() });
        return await deliver(delivery);
      };
    },
  },
  'a-document-that-equals-another-is-not-told-of': {
    deliveryFault: () => {
      const told = new Map<string, unknown>();
      return async (delivery, deliver) => {
        const { Type, EventGuid, CompanyId } = bodyOf(delivery);
        if (Type !== 'Documento.Create') return await deliver(delivery);
        const document = `${delivery.secret} ${CompanyId} ${JSON.stringify({ ...objectOf(bodyOf(delivery)), id: 0 })}`;
        if (told.has(document) && told.get(document) !== EventGuid) return 204;
        told.set(document, EventGuid);
        return await deliver(delivery);
      };
    },
  },
  'no-Anagrafica.Update-in-the-second-company': { deliveryFault: notInTheSecondCompany('Anagrafica.Update') },
  'no-articolo.Update-in-the-second-company': { deliveryFault: notInTheSecondCompany('articolo.Update') },
  'no-creation-of-a-numbered-document': {
    deliveryFault: undelivered((delivery) => isOf(delivery, 'Documento.Create') && objectOf(bodyOf(delivery)).numero !== null),
  },
  'deletions-of-items-go-to-those-of-five-seconds-ago': {
    // A webhook that was created later than another misses the deletion.
    mayBreak: ['DLV-10', 'EVT-06', 'EVT-07', 'EVT-12', 'EVT-14', 'EVT-15', 'HOOK-09'],
    fault: (context) => {
      const created = new Set<string>();
      let until = 0;
      return async (request, forward) => {
        if (request.operation === 'deleteArticolo' && Date.now() > until) {
          until = Date.now() + 5_000;
          for (const secret of created) marksOf(context).set(secret, 'known');
        }
        const answer = await forward(request);
        if (request.operation === 'createWebhook' && isSuccess(answer)) created.add(String(bodyOf(answer).secret));
        return answer;
      };
    },
    deliveryFault: undelivered((delivery, context) => isOf(delivery, 'articolo.Delete') && !marksOf(context).has(delivery.secret)),
  },
  'a-mended-document-is-not-told-of': {
    fault: (context) => {
      const refused = new Set<string>();
      return async (request, forward) => {
        const key = request.operation === 'createDocumento' ? headerOf(request, 'Idempotency-Key') : undefined;
        if (key !== undefined && refused.has(key)) marksOf(context).set(String(bodyOf(request).anagraficaId), 'mended');
        const answer = await forward(request);
        if (key !== undefined && answer.status === 400) refused.add(key);
        return answer;
      };
    },
    deliveryFault: undelivered(
      (delivery, context) => isOf(delivery, 'Documento.Create') && marksOf(context).has(String(objectOf(bodyOf(delivery)).anagraficaId)),
    ),
  },
  'what-another-user-creates-is-told-to-nobody': {
    mayBreak: ['EVT-03', 'EVT-14', 'EVT-15'],
    fault: answersOf('createAnagrafica', (answer, request, context) => {
      const isOther = context.userOf(request) !== context.target.credentials.userName;
      if (isOther) marksOf(context).set(`${companyOf(request.path)} ${bodyOf(answer).id}`, 'of another user');
      return answer;
    }),
    deliveryFault: undelivered(
      (delivery, context) => isOf(delivery, 'Anagrafica.Create') && marksOf(context).has(subjectOf(bodyOf(delivery))),
    ),
  },
  'type-that-nothing-asked-for-before': {
    fault: marksUnasked((context, secret, what) => void marksOf(context).set(`${secret} ${what}`, 'deaf')),
    // The webhook misses its first event of the type.
    deliveryFault: undelivered((delivery, context) => {
      const { Type, CompanyId } = bodyOf(delivery);
      return marksOf(context).delete(`${delivery.secret} ${CompanyId} ${Type}`);
    }),
  },
  'deletions-of-documents-told-to-webhooks-for-all-companies': {
    // A webhook of one company that asks only for that type gets nothing.
    mayBreak: ['EVT-06', 'EVT-13'],
    fault: webhooksMarked(({ aziendaId }) => aziendaId !== null),
    deliveryFault: undelivered((delivery, context) => isOf(delivery, 'Documento.Delete') && marksOf(context).has(delivery.secret)),
  },
  'what-another-user-changes-is-told-to-nobody': untold('updateArticolo', 'articolo.Update', /articolo\/(\d+)/),
  'nothing-of-types-after-the-twentieth': {
    fault: answering((answer, request, context) => {
      askingWebhooks(context).learn(request, answer);
      return answer;
    }),
    deliveryFault: undelivered((delivery, context) => {
      const { types = [] } = askingWebhooks(context).withSecret(delivery.secret) ?? {};
      return types.indexOf(String(bodyOf(delivery).Type)) >= 20;
    }),
  },
  'ten-webhooks-at-most-hear-of-a-deleted-document': {
    mayBreak: ['EVT-06', 'EVT-07', 'EVT-14'],
    deliveryFault: () => {
      const told = new Map<unknown, Set<string>>();
      return async (delivery, deliver) => {
        const { Type, EventGuid } = bodyOf(delivery);
        if (Type !== 'Documento.Delete') return await deliver(delivery);
        const secrets = told.get(EventGuid) ?? new Set<string>();
        told.set(EventGuid, secrets);
        if (!secrets.has(delivery.secret) && secrets.size >= 10) return 204;
        secrets.add(delivery.secret);
        return await deliver(delivery);
      };
    },
  },
  'deletions-without-an-application-id-unsaid': {
    deliveryFault: undelivered((delivery) => {
      const { Type, ApplicationId } = bodyOf(delivery);
      return String(Type).endsWith('.Delete') && ApplicationId === null;
    }),
  },
  'a-url-gets-the-events-of-one-user-alone': {
    fault: urlsOfOthersMarked,
    deliveryFault: undelivered(({ secret }, context) => marksOf(context).has(secret)),
  },
};

function notInTheSecondCompany(type: string): NewDeliveryFault {
  return undelivered((delivery) => {
    const { Type, CompanyId } = bodyOf(delivery);
    return Type === type && CompanyId !== 1;
  });
}

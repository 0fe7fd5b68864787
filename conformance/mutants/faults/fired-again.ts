import type { Faults, NewDeliveryFault } from '../mutant.ts';
import { bodyOf, isSuccess } from '../peer/message.ts';
import { type Evento, withEvento } from './evento.ts';

/** Fires an Update of a document as well when its contact changes. */
export const documentsOfChangedContacts: NewDeliveryFault = () => {
  const naming = new Map<string, (guid: string) => Promise<number>>();
  const placeOf = (secret: string, companyId: unknown, contactId: unknown): string => `${secret} ${companyId} ${contactId}`;
  return async (delivery, deliver) => {
    const evento = bodyOf(delivery);
    const { Type, EventGuid, CompanyId } = evento;
    const object = (evento.Object ?? {}) as Evento;
    if (Type === 'Documento.Update')
      naming.set(placeOf(delivery.secret, CompanyId, object.anagraficaId), (guid) =>
        deliver(withEvento(delivery, { ...evento, EventGuid: guid })),
      );
    const status = await deliver(delivery);
    const named = Type === 'Anagrafica.Update' ? naming.get(placeOf(delivery.secret, CompanyId, object.id)) : undefined;
    if (named) void named(`${String(EventGuid)}-too`).catch(() => 0);
    return status;
  };
};

/** Accepts a second issue of a document, and fires its event again. */
export const issuedTwice: Faults = withStash();

function withStash(): Faults {
  const stashes = new WeakMap<object, Map<string, (() => Promise<number>)[]>>();
  const stashOf = (context: object): Map<string, (() => Promise<number>)[]> => {
    const known = stashes.get(context) ?? new Map<string, (() => Promise<number>)[]>();
    stashes.set(context, known);
    return known;
  };
  return {
    fault: (context) => async (request, forward) => {
      const answer = await forward(request);
      const isAgain = request.operation === 'emitDocumento' && bodyOf(answer).code === 'documento-issued';
      if (!isAgain) return answer;
      const path = request.path.replace(/\/emit$/, '');
      const document = await forward({ method: 'GET', path, headers: request.headers, body: '' });
      if (!isSuccess(document)) return answer;
      for (const again of stashOf(context).get(String(bodyOf(document).id)) ?? []) void again().catch(() => 0);
      return document;
    },
    deliveryFault: (context) => async (delivery, deliver) => {
      const { Type, EventGuid, Object: object, ...others } = bodyOf(delivery);
      if (Type === 'Documento.Emit') {
        const evento = { Type, EventGuid: `${String(EventGuid)}-again`, Object: object, ...others };
        const stash = stashOf(context);
        const id = String((object as Evento).id);
        stash.set(id, [...(stash.get(id) ?? []), () => deliver(withEvento(delivery, evento))]);
      }
      return await deliver(delivery);
    },
  };
}

/** Fires the event of a changed document twice if the number of its lines has changed. */
export const changedLinesTwice: NewDeliveryFault = () => {
  const lines = new Map<string, number>();
  return async (delivery, deliver) => {
    const status = await deliver(delivery);
    const evento = bodyOf(delivery);
    const { id, righe } = (evento.Object ?? {}) as Evento;
    if (!String(evento.Type).startsWith('Documento.') || !Array.isArray(righe)) return status;
    const document = `${delivery.secret} ${String(id)}`;
    const before = lines.get(document);
    lines.set(document, righe.length);
    const isOther = evento.Type === 'Documento.Update' && before !== undefined && before !== righe.length;
    return isOther ? await deliver(withEvento(delivery, { ...evento, EventGuid: `${String(evento.EventGuid)}-again` })) : status;
  };
};

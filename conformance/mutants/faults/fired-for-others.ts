import type { NewDeliveryFault } from '../mutant.ts';
import { bodyOf } from '../peer/message.ts';
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

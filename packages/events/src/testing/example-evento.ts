import type { EventoByType } from '../evento/evento.ts';
import type { EventoType } from '../generated/events.ts';
import { anagrafica, articolo, documento, fatturaElettronicaXml } from './example-object.ts';

const OBJECTS: { readonly [Type in EventoType]: EventoByType[Type]['Object'] } = {
  'Anagrafica.Create': anagrafica,
  'Anagrafica.Update': { ...anagrafica, concurrencyToken: 2 },
  'Anagrafica.Delete': anagrafica,
  'articolo.Create': articolo,
  'articolo.Update': { ...articolo, prezzo: '4.9000', concurrencyToken: 2 },
  'articolo.Delete': articolo,
  'Documento.Create': { ...documento, stato: 'bozza', emessoIl: null, numero: null },
  'Documento.Update': { ...documento, stato: 'bozza', emessoIl: null },
  'Documento.Delete': { ...documento, stato: 'bozza', emessoIl: null },
  'Documento.Emit': documento,
  'FatturaElettronicaXml.Export': fatturaElettronicaXml,
};

/** An event of a type as the service sends it, with an EventGuid of its own each time. */
export function exampleEvento<Type extends EventoType>(type: Type): EventoByType[Type] {
  const evento = { Type: type, Object: OBJECTS[type], EventGuid: crypto.randomUUID(), CompanyId: 1, ApplicationId: 'example' };
  return evento as unknown as EventoByType[Type]; // the table has for each type the object of that type
}

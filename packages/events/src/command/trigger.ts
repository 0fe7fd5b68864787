import type { EventoType } from '../generated/events.ts';
import { paths } from '../generated/paths.ts';
import type { ServiceCalls } from './service-calls.ts';

type Call = ServiceCalls['call'];

/** What an invoice needs to know of its buyer. */
const ANAGRAFICA = {
  nome: 'Bianchi S.p.A.',
  idFiscaleIva: { paese: 'IT', codice: '09876543217' },
  sede: { indirizzo: 'Corso Francia', numeroCivico: '12', cap: '10138', comune: 'Torino', provincia: 'TO', nazione: 'IT' },
};

const ARTICOLO = { descrizione: 'Cuscinetto a sfere', unitaMisura: 'pz', prezzo: '4.85', aliquotaIva: '22.00' };

const ISSUING: readonly EventoType[] = ['Documento.Emit', 'FatturaElettronicaXml.Export'];

/** Makes one event of a type happen, and removes what it made, unless the service keeps it (D-17). */
export async function trigger(type: EventoType, companyId: number, call: Call): Promise<void> {
  const made: string[] = [];
  const removed = async (path: string): Promise<unknown> => call('DELETE', path);
  try {
    await happen(type, companyId, call, (path) => made.unshift(path));
  } catch (error) {
    for (const path of made) await removed(path).catch(() => undefined);
    throw error;
  }
  // An issued Documento stays, and with it the Anagrafica that it names.
  if (!ISSUING.includes(type)) for (const path of made) await removed(path);
}

/** Everything but the removal, which makes the events of type Delete happen. */
async function happen(type: EventoType, companyId: number, call: Call, onMade: (path: string) => void): Promise<void> {
  const create = async (collection: string, sent: object, pathOf: (id: number) => string) => {
    const { body } = await call('POST', collection, sent);
    const path = pathOf(Number(body.id));
    onMade(path);
    return { id: Number(body.id), change: () => call('PUT', path, { ...sent, concurrencyToken: body.concurrencyToken }) };
  };
  const createAnagrafica = () =>
    create(paths.createAnagrafica({ companyId }), ANAGRAFICA, (anagraficaId) => paths.deleteAnagrafica({ companyId, anagraficaId }));
  const createArticolo = () =>
    create(paths.createArticolo({ companyId }), ARTICOLO, (articoloId) => paths.deleteArticolo({ companyId, articoloId }));
  const createDocumento = async () =>
    create(paths.createDocumento({ companyId }), documentoFor((await createAnagrafica()).id), (documentoId) =>
      paths.deleteDocumento({ companyId, documentoId }),
    );
  const creation = type.startsWith('Anagrafica.') ? createAnagrafica : type.startsWith('articolo.') ? createArticolo : createDocumento;
  const { id, change } = await creation();
  if (type.endsWith('.Update')) await change();
  if (ISSUING.includes(type)) await call('POST', paths.emitDocumento({ companyId, documentoId: id }));
  if (type === 'FatturaElettronicaXml.Export') await call('POST', paths.exportFatturaElettronicaXml({ companyId, documentoId: id }));
}

function documentoFor(anagraficaId: number): object {
  return {
    data: new Date().toISOString().slice(0, 10),
    anagraficaId,
    causale: 'business-cloud-events trigger',
    righe: [{ descrizione: 'Trasporto', quantita: '1', prezzoUnitario: '12.50', aliquotaIva: '22.00' }],
  };
}

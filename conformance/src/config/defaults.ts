import { eventObjects } from '../generated/resources.ts';
import { CONTACT_PLACEHOLDER, type Surface, type Target } from '../model/target.ts';
import { defaultPaths, exampleBodies } from './default-surface.ts';

/** D-06: the default surface of a target. */
export const defaultSurface: Surface = {
  ...defaultPaths,
  bodies: {
    ...exampleBodies,
    anagrafica: { nome: 'Conformance' },
    articolo: { codice: 'CONFORMANCE', descrizione: 'Conformance' },
    documento: {
      data: '2026-01-31',
      anagraficaId: CONTACT_PLACEHOLDER,
      righe: [{ descrizione: 'Conformance', quantita: '1', prezzoUnitario: '10.00', aliquotaIva: '22.00' }],
    },
  },
  eventObjects,
  companyId: 'id',
};

export const defaultReceiver: Target['receiver'] = { listen: '127.0.0.1:0', publicUrl: 'https://localhost:{port}', caFile: 'ca.pem' };

export const defaultTiming: Target['timing'] = {
  deliveryWithinMs: 10_000,
  retryWithinMs: 20_000,
  quietMs: 750,
  // Longer than the common timeouts of webhooks: 5, 10, 15 and 30 s.
  hangAtMostMs: 40_000,
};

/** No token should live longer than this. The source says "usually several days". */
export const DEFAULT_TOKEN_LIFETIME_AT_MOST = '60d';

export const DEFAULT_APPLICATION_ID = 'business-cloud-conformance';

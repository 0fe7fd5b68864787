import { type OperationId, operations } from '../generated/operations.ts';
import { type BodySetting, type Effect, effects, eventObjects, type PathSetting, resources } from '../generated/resources.ts';
import { type Body, CONTACT_PLACEHOLDER, type Paths, type Surface, type Target } from '../model/target.ts';

/** The operations whose paths can be configured. */
const settled = Object.entries(effects).flatMap(([id, { setting, kind }]) => (setting === undefined ? [] : [{ id, setting, kind }])) as {
  readonly id: OperationId;
  readonly setting: PathSetting;
  readonly kind: Effect['kind'];
}[];

/** The paths of the contract, with {id} for the object's own identifier. */
export const defaultPaths: Paths = Object.fromEntries(
  settled.map(({ id, setting }) => [
    setting,
    operations[id].path.replaceAll(/\{(\w+)\}/g, (whole, name) => (isOwn(name) ? '{id}' : whole)),
  ]),
) as Paths;

/** The settings whose paths lead to a single object. */
export const ownPaths: ReadonlySet<string> = new Set(
  settled.flatMap(({ kind, setting }) => (kind === 'list' || kind === 'create' ? [] : [setting])),
);

/** The contract's example bodies for the creation of a company's objects. */
export const exampleBodies: { readonly [Setting in BodySetting]: Body } = Object.fromEntries(
  Object.values(resources).flatMap(({ company, setting, example }) => (company && example !== undefined ? [[setting, example]] : [])),
) as { readonly [Setting in BodySetting]: Body };

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

function isOwn(name: string): boolean {
  return name !== 'version' && name !== 'companyId';
}

const unitMs: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Milliseconds of '60d', '36h', '90m', '30s', '500ms', or of a plain number of milliseconds; undefined for anything else. */
export function durationMs(text: string | number): number | undefined {
  if (typeof text === 'number') return text;
  const [, amount, unit = 'ms'] = /^(\d+)(ms|s|m|h|d)?$/.exec(text) ?? [];
  const factor = unitMs[unit];
  return amount === undefined || factor === undefined ? undefined : Number(amount) * factor;
}

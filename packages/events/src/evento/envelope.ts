/** An event of a type that this version of the contract does not know, or with an `Object` that does not fit its type. */
export interface UnknownEvento {
  /** `{Object}.{EventType}`. */
  readonly Type: string;
  /** What the event is about, as it came. It has not been checked. */
  readonly Object: unknown;
  /** The same on every attempt and for every webhook, so that duplicates can be recognised. */
  readonly EventGuid: string;
  /** The company in which the event occurred. */
  readonly CompanyId: number;
  /** The application id of the request that caused the event, or null if it had none. */
  readonly ApplicationId: string | null;
  /** Other members that the service sends. */
  readonly [member: string]: unknown;
}

/** The longest EventGuid that is taken and remembered. */
export const EVENT_GUID_CHARACTERS_MAX = 255;
const MEMBERS = ['Type', 'Object', 'EventGuid', 'CompanyId', 'ApplicationId'] as const;

/**
 * The members of an event under the names of the contract, whichever casing they came in; undefined when the value is not an event. When both
 * casings are there, the contract's counts. Members that the contract does not know stay where they are (RCV-16).
 */
export function readEnvelope(value: unknown): UnknownEvento | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const evento = inContractCasing(value);
  evento.CompanyId = wholeNumber(evento.CompanyId);
  evento.ApplicationId ??= null;
  return isEnvelope(evento) ? evento : undefined;
}

function inContractCasing(value: object): Record<string, unknown> {
  const evento: Record<string, unknown> = { ...value };
  for (const member of MEMBERS) {
    const camelCase = member.charAt(0).toLowerCase() + member.slice(1);
    if (Object.hasOwn(evento, member) || !Object.hasOwn(evento, camelCase)) continue;
    evento[member] = evento[camelCase];
    delete evento[camelCase];
  }
  return evento;
}

/** An identifier that a service writes as text is the same identifier, as long as a number holds it exactly. */
function wholeNumber(id: unknown): unknown {
  if (typeof id !== 'string' || !/^[0-9]{1,16}$/.test(id)) return id;
  return Number(id);
}

function isEnvelope(evento: Record<string, unknown>): evento is Record<string, unknown> & UnknownEvento {
  const { Type, EventGuid, CompanyId, ApplicationId } = evento;
  const guidFits = typeof EventGuid === 'string' && EventGuid !== '' && EventGuid.length <= EVENT_GUID_CHARACTERS_MAX;
  const applicationIdFits = typeof ApplicationId === 'string' || ApplicationId === null;
  return typeof Type === 'string' && Object.hasOwn(evento, 'Object') && guidFits && Number.isSafeInteger(CompanyId) && applicationIdFits;
}

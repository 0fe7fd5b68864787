import type { Evento, EventoType } from '../generated/events.ts';
import { validatorByType } from '../generated/validator-by-type.ts';
import { requireBytes } from '../signature/input.ts';
import { WebhookError } from '../webhook-error.ts';

/** An event of a type that this version of the contract does not know. */
export interface UnknownEvento {
  /** `{Object}.{EventType}`. */
  readonly Type: string;
  readonly Object: unknown;
  /** The same on every attempt and for every webhook: what duplicates are told by. */
  readonly EventGuid: string;
  readonly CompanyId: number;
  readonly ApplicationId: string | null;
}

/**
 * The event in the body of a delivery. Verify the delivery first: this reads, it does not trust. Members that the contract does not know
 * stay where they are (RCV-16).
 *
 * @throws {WebhookError} `body-not-bytes`, `invalid-json`, or `not-an-event` when a member is missing or is not what its type demands
 */
export function parseEvento(body: Uint8Array): Evento | UnknownEvento {
  requireBytes(body);
  const evento = parseJson(body);
  if (!isEnvelope(evento))
    throw new WebhookError('not-an-event', 'The body is not an Evento: it needs Type, Object, EventGuid, CompanyId and ApplicationId.');
  if (!isKnownType(evento.Type)) return evento;
  const valid = validatorByType[evento.Type];
  if (valid(evento)) return evento;
  const [error] = valid.errors ?? [];
  throw new WebhookError(
    'not-an-event',
    `The body is not a ${evento.Type}: ${error?.instancePath || 'it'} ${error?.message ?? 'does not fit its schema'}.`,
  );
}

/** Whether this version of the contract knows the type of the event, so that `Object` is typed by it. */
export function isKnownEvento(evento: Evento | UnknownEvento): evento is Evento {
  return isKnownType(evento.Type);
}

function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch (cause) {
    throw new WebhookError('invalid-json', 'The body is not JSON in UTF-8.', { cause });
  }
}

function isEnvelope(value: unknown): value is UnknownEvento {
  if (typeof value !== 'object' || value === null || !('Object' in value)) return false;
  const { Type, EventGuid, CompanyId, ApplicationId } = value as Partial<Record<keyof UnknownEvento, unknown>>;
  const applicationIdFits = typeof ApplicationId === 'string' || ApplicationId === null;
  return typeof Type === 'string' && typeof EventGuid === 'string' && typeof CompanyId === 'number' && applicationIdFits;
}

function isKnownType(type: string): type is EventoType {
  return Object.hasOwn(validatorByType, type);
}

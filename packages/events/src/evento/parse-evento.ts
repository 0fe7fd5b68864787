import { printable } from '#runtime';
import type { EventoType } from '../generated/events.ts';
import { validatorByType } from '../generated/validator-by-type.ts';
import { requireBytes } from '../signature/input.ts';
import { WebhookError } from '../webhook-error.ts';
import { readEnvelope, type UnknownEvento } from './envelope.ts';
import type { Evento } from './evento.ts';

/** The longest path into a body that a message quotes: its names are those of the sender. */
const PLACE_CHARACTERS_MAX = 200;

/**
 * The event in the body of a delivery, its members under the names of the contract, whichever casing they came in. Verify the delivery first:
 * this function does not verify it. Members and types that the contract does not know pass as `unknown` (RCV-16).
 *
 * @throws {WebhookError} `body-not-bytes`, `invalid-json`, or `not-an-event` when a member is missing or of the wrong type
 * @example
 * verify({ body, header, secret });
 * const evento = parseEvento(body);
 * if (isKnownEvento(evento) && evento.Type === 'Documento.Emit') console.log(evento.Object.numero);
 */
export function parseEvento(body: Uint8Array): Evento | UnknownEvento {
  const evento = readEvento(body);
  if (!isKnownType(evento.Type) || isKnownEvento(evento)) return evento;
  const [error] = validatorByType[evento.Type].errors ?? [];
  const { instancePath = '', message = 'does not fit its schema' } = error ?? {};
  const place = printable(instancePath || 'it', PLACE_CHARACTERS_MAX);
  throw new WebhookError('not-an-event', `The body is not a ${evento.Type}: ${place} ${message}.`);
}

/**
 * Like `parseEvento`, but accepts any `Object`. It is for receivers that must not lose an event because the service writes more or less
 * in it than this version knows. `isKnownEvento` then says whether `Object` fits the type.
 *
 * @throws {WebhookError} `body-not-bytes`, `invalid-json`, or `not-an-event` when a member of the envelope is missing or of another kind
 * @example
 * const { EventGuid, Type } = readEvento(body);
 */
export function readEvento(body: Uint8Array): Evento | UnknownEvento {
  requireBytes(body);
  const evento = readEnvelope(parseJson(body));
  if (evento !== undefined) return evento;
  throw new WebhookError('not-an-event', 'The body is not an Evento: it needs Type, Object, EventGuid and CompanyId.');
}

/**
 * Whether this version of the contract knows the type of the event and its `Object` fits it: then `Object` is typed by `Type`.
 *
 * @example
 * if (isKnownEvento(evento) && evento.Type === 'articolo.Update') console.log(evento.Object.prezzo);
 */
export function isKnownEvento(evento: Evento | UnknownEvento): evento is Evento {
  return isKnownType(evento.Type) && validatorByType[evento.Type](evento);
}

function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch (cause) {
    throw new WebhookError('invalid-json', 'The body is not JSON in UTF-8.', { cause });
  }
}

function isKnownType(type: string): type is EventoType {
  return Object.hasOwn(validatorByType, type);
}

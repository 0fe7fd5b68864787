import type { Schema } from '../read/documents.ts';
import type { Api, Contract, Operation } from './contract.ts';

/** A part of a request, an answer, or an event, that has a schema of its own and so a validator and an arbitrary. */
export interface Part {
  /** Such as `createAnagraficaBody`, `listArticoloQuery`, `getArticoloParams`, `createAnagrafica201`, `createAnagrafica201Headers`. */
  readonly name: string;
  readonly document: Api | 'events';
  readonly kind: 'body' | 'query' | 'params' | 'answer' | 'event';
  readonly schema: Schema;
}

/** The parts of all requests, by name. The version segment is not one of the parameters, since routes contain it. */
export function requestParts({ operations }: Contract): readonly Part[] {
  return operations.flatMap((operation) => [
    ...bodyPart(operation),
    ...parameterPart(operation, 'params'),
    ...parameterPart(operation, 'query'),
  ]);
}

/** One part for each successful answer that is JSON, by operation and status. */
export function answerParts({ operations }: Contract): readonly Part[] {
  return operations.flatMap(({ id, api, answers }) =>
    answers.flatMap(({ status, body }): Part[] =>
      body?.mediaType.endsWith('json') ? [{ name: `${id}${status}`, document: api, kind: 'answer', schema: body.schema }] : [],
    ),
  );
}

/** One part for the headers of each successful answer that a handler sets, by their names in lower case. */
export function answerHeaderParts({ operations }: Contract): readonly Part[] {
  return operations.flatMap(({ id, api, answers }) =>
    answers.flatMap(({ status, headers }): Part[] => {
      const asked = headers.filter(({ setByPipeline }) => !setByPipeline);
      if (asked.length === 0) return [];
      const properties = Object.fromEntries(asked.map(({ name, schema }) => [name.toLowerCase(), schema]));
      const required = asked.filter((header) => header.required).map(({ name }) => name.toLowerCase());
      return [{ name: `${id}${status}Headers`, document: api, kind: 'answer', schema: { type: 'object', properties, required } }];
    }),
  );
}

/** One part for each event type, by name. */
export function eventParts({ events }: Contract): readonly Part[] {
  return events.map(({ type, payload }) => ({ name: eventName(type), document: 'events', kind: 'event', schema: payload }));
}

/** `Anagrafica.Create` as an identifier: `anagraficaCreateEvento`. */
export function eventName(type: string): string {
  const joined = type.split('.').map(capital).join('');
  return `${joined.charAt(0).toLowerCase()}${joined.slice(1)}Evento`;
}

export function capital(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

function bodyPart({ id, api, body }: Operation): readonly Part[] {
  return body ? [{ name: `${id}Body`, document: api, kind: 'body', schema: body.schema }] : [];
}

function parameterPart({ id, api, parameters }: Operation, kind: 'params' | 'query'): readonly Part[] {
  const wanted = parameters.filter(({ in: place, name }) => place === (kind === 'params' ? 'path' : 'query') && name !== 'version');
  if (wanted.length === 0) return [];
  const schema = {
    type: 'object',
    properties: Object.fromEntries(wanted.map((parameter) => [parameter.name, parameter.schema])),
    required: wanted.filter(({ required }) => required).map(({ name }) => name),
  };
  return [{ name: `${id}${capital(kind)}`, document: api, kind, schema }];
}

import type { Contract } from '../model/contract.ts';
import { capital, eventName } from '../model/part.ts';
import type { Schema } from '../read/documents.ts';
import { SOURCE_FILES } from '../read/sources.ts';
import { docComment } from './doc-comment.ts';
import { type Emitter, header } from './emitter.ts';
import { literal, propertyName, stringLiteral } from './literal.ts';
import { typescriptTypes } from './typescript-types.ts';

/** events.ts: the types of the AsyncAPI document, generated in the same way as those of the OpenAPI documents. */
export const eventTypesEmitter: Emitter = {
  artefact: 'events',
  async emit(contract) {
    const content = header(contract, SOURCE_FILES.events) + (await typescriptTypes(asOpenApi(contract))) + table(contract);
    return [{ name: 'events.ts', content }];
  },
};

/** The schemas of the events as a document that the generator of types understands: its shared schemas, and one for each event. */
function asOpenApi({ events, documents }: Contract): object {
  const schemas: Record<string, Schema> = { ...documents.events.components?.schemas };
  for (const { type, payload, summary } of events) schemas[typeName(type)] = withSummary(payload, summary);
  return { openapi: '3.1.0', info: { title: 'Events', version: '3' }, paths: {}, components: { schemas } };
}

/** Every type of an event is told by the summary of its message. The title of a payload is its name once more. */
function withSummary(payload: Schema, summary = ''): Schema {
  if (typeof payload === 'boolean') return payload;
  const { title, ...schema } = payload;
  return { ...schema, description: summary };
}

function table({ events }: Contract): string {
  const members = events.map(({ type, summary, deprecation }) => {
    return `${docComment({ summary, deprecation }, '  ')}  readonly ${propertyName(type)}: components['schemas'][${stringLiteral(typeName(type))}];\n`;
  });
  return `
/** Every event, by the type that it carries on the wire. */
export interface EventoByType {
${members.join('')}}

/** The type of an event, \`{Object}.{EventType}\`, as its \`Type\` carries it. */
export type EventoType = keyof EventoByType;

/** Any event of the contract, discriminated by its \`Type\`. */
export type Evento = EventoByType[EventoType];

/** The types of all events, sorted. */
export const eventoTypes: readonly EventoType[] = ${literal(events.map(({ type }) => type))};
`;
}

function typeName(type: string): string {
  return capital(eventName(type));
}

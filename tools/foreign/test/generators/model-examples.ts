import { readFile } from 'node:fs/promises';
import { type DocumentName, documentFile } from '../documents.ts';

/** A published example, the schema that it is of, and the name that datamodel-code-generator gives to its model. */
interface ModelExample {
  readonly model: string;
  readonly schema: object;
  readonly value: unknown;
}

interface Schema {
  readonly $ref?: string;
  readonly items?: Schema;
}

interface MediaType {
  readonly schema: Schema;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

interface Message {
  readonly payload: object;
  readonly examples: readonly { readonly payload: unknown }[];
}

/** What the program of tools/ judges: the examples of all bodies of a document, each once, and what their schemas refer to. */
export async function modelExamples(name: DocumentName): Promise<object> {
  const document = JSON.parse(await readFile(documentFile(name, 'json'), 'utf8'));
  const found = name === 'events' ? ofMessages(document.channels.webhook.messages) : mediaTypesIn(document).flatMap(ofMediaType);
  const examples = [...new Map(found.map((example) => [JSON.stringify(example), example])).values()];
  return { components: document.components, examples };
}

function ofMessages(messages: Readonly<Record<string, Message>>): readonly ModelExample[] {
  return Object.entries(messages).flatMap(([type, { payload, examples }]) => {
    const model = `Webhook${type.charAt(0).toUpperCase()}${type.slice(1).replace('.', '')}Payload`;
    return examples.map((example) => ({ model, schema: payload, value: example.payload }));
  });
}

function mediaTypesIn(node: unknown): readonly MediaType[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([name, value]) => (name === 'content' ? Object.values<MediaType>(value) : mediaTypesIn(value)));
}

/** The examples of a body, one by one where it is a list. Text is no model. */
function ofMediaType({ schema, examples = {} }: MediaType): readonly ModelExample[] {
  const one = schema.items ?? schema;
  const model = one.$ref?.split('/').at(-1);
  if (model === undefined) return [];
  const values = Object.values(examples).map(({ value }) => value);
  return (schema.items === undefined ? values : values.flat()).map((value) => ({ model, schema: one, value }));
}

import { type Node, nodeOf, nodesOf } from '../lint/visitor.ts';
import type { Bundle } from './bundle.ts';
import { headersOf, messagesOf } from './sign-examples.ts';

/**
 * The events as an OpenAPI document of webhooks, for tools that read OpenAPI alone: each message as the request that a receiver gets. It
 * is made of the AsyncAPI document. It stands apart from the APIs, because generators make methods of webhooks, and some fail at it.
 */
export function webhooksOf(events: Bundle): Bundle {
  const { info, components } = events;
  const { title, version, contact, license, externalDocs } = nodeOf(info);
  const messages = messagesOf(events);
  const headers = messages.flatMap(([, message]) => headersOf(message));
  const payloads = messages.map(([type, { payload }]) => [schemaOf(type), asOpenApi(nodeOf(payload))]);
  return {
    openapi: '3.1.0',
    info: { title, version, description: introductionOf(nodeOf(info)), contact, license },
    externalDocs,
    servers: [
      { url: 'https://receiver.example', description: 'Where a receiver is, as the Url of its webhook says. Only https is accepted.' },
    ],
    tags: Object.values(nodeOf(nodeOf(components).tags)),
    webhooks: Object.fromEntries(messages.map(([type, message]) => [type, { post: deliveryOf(type, message) }])),
    components: {
      parameters: Object.fromEntries(headers.map(([name, header]) => [name, parameterOf(name, header)])),
      schemas: { ...nodeOf(nodeOf(components).schemas), ...Object.fromEntries(payloads) },
    },
  };
}

/** The introduction of the events, which says all that a receiver needs, and what this document is beside them. */
function introductionOf(info: Node): string {
  return `${String(info.description)}\n\nThis document has the messages of the AsyncAPI document, for tools that read OpenAPI alone.`;
}

function deliveryOf(type: string, message: Node): Node {
  const { summary, tags, examples } = message;
  const cases = nodesOf(examples).map((example) => [String(example.name), { value: example.payload }]);
  const schema = { $ref: `#/components/schemas/${schemaOf(type)}` };
  return {
    operationId: `deliver${schemaOf(type)}`,
    tags: nodesOf(tags).map(({ name }) => name),
    summary,
    description: `The service sends ${type} to each webhook that wants it, and again while no 2xx confirms it.`,
    ...marksOf(message),
    // A receiver knows the service by the signature; it asks for no credentials.
    security: [],
    parameters: headersOf(message).map(([name]) => ({ $ref: `#/components/parameters/${name}` })),
    requestBody: { required: true, content: { 'application/json': { schema, examples: Object.fromEntries(cases) } } },
    responses: {
      '2XX': { description: 'Confirms the delivery. The service needs no body.' },
      default: { description: 'Any other answer, or none, confirms nothing: the delivery is retried.' },
    },
  };
}

function parameterOf(name: string, header: Node): Node {
  const { description, examples, ...others } = header;
  const [example] = Array.isArray(examples) ? examples : [];
  const schema = Object.fromEntries(Object.entries(others).filter(([keyword]) => !keyword.startsWith('x-')));
  return { name, in: 'header', required: true, description, ...marksOf(header), example, schema };
}

function marksOf(node: Node): Node {
  return Object.fromEntries(Object.entries(node).filter(([name]) => name.startsWith('x-')));
}

/** The name of a payload, apart from the resource and its inputs: `AnagraficaUpdateEvento`. */
function schemaOf(type: string): string {
  const name = type.replace('.', '');
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}Evento`;
}

/** A payload in which a member of one value has a type too, since generators look for one. */
function asOpenApi(payload: Node): Node {
  const members = Object.entries(nodeOf(payload.properties)).map(([name, member]) => [name, withType(nodeOf(member))]);
  return { ...payload, properties: Object.fromEntries(members) };
}

function withType(member: Node): Node {
  return typeof member.const === 'string' ? { type: 'string', ...member } : member;
}

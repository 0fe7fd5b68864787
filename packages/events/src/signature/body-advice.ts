/** What was passed instead of the raw bytes, what most likely caused it, and what to do. It is short, because every bundle contains it. */
type Advice = readonly [fits: (body: object) => boolean, what: string, remedy: string];

const NOTHING = 'nothing: no parser ran, or the stream was read before. In Express, take express.raw({ type: () => true })';
const TEXT =
  'a string: express.text(), Fastify parseAs "string", request.text() or toString() decoded it. Take express.raw(), parseAs "buffer" or request.arrayBuffer()';
const PARSED =
  'a parsed object: express.json() (body-parser), Fastify, NestJS, a Next.js API route or request.json() swallowed the raw body. Take express.raw() before express.json(), Fastify parseAs "buffer", NestJS rawBody: true, Next.js bodyParser: false';

/** The first that fits is used. */
const OBJECTS: readonly Advice[] = [
  [(body) => 'pipe' in body, 'a Node stream, unread', 'Take buffer(request) of node:stream/consumers'],
  [(body) => 'getReader' in body || 'arrayBuffer' in body, 'a Fetch API body, unread', 'Take request.arrayBuffer()'],
  [(body) => 'byteLength' in body, 'an ArrayBuffer', 'Take new Uint8Array(body)'],
  [(body) => 'type' in body && body.type === 'Buffer', 'a Buffer made JSON', 'Take Uint8Array.from(body.data)'],
];

/** The message of `body-not-bytes`. */
export function bodyAdvice(body: unknown): string {
  return `The body must be the raw bytes of the request (a Uint8Array), not ${advice(body)}.`;
}

function advice(body: unknown): string {
  if (body === undefined || body === null) return NOTHING;
  if (typeof body === 'string') return TEXT;
  if (typeof body !== 'object') return `a ${typeof body}`;
  const [, what, remedy] = OBJECTS.find(([fits]) => fits(body)) ?? [];
  return what === undefined ? PARSED : `${what}. ${remedy}`;
}

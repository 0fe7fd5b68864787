import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Context, OpenAPIBackend } from 'openapi-backend';

/** Run as a process: openapi-backend, which routes and checks requests by an OpenAPI document, and answers the bytes it was given. */
const [, , file = '', body = ''] = process.argv;
const definition = JSON.parse(readFileSync(file, 'utf8'));
const refuse = (_context: Context, _request: IncomingMessage, response: ServerResponse) => void response.writeHead(400).end();
const api = new OpenAPIBackend({
  definition,
  // Leaves out the judgement of the document, which knows OpenAPI 3.0 alone. Requests are checked all the same.
  quick: true,
  ajvOpts: { strict: false },
  securityHandlers: Object.fromEntries(Object.keys(definition.components.securitySchemes).map((name) => [name, () => true])),
  handlers: {
    getArticolo: (_context, _request: IncomingMessage, response: ServerResponse) =>
      void response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }).end(body),
    validationFail: refuse,
    notFound: refuse,
  },
});
await api.init();
const server = createServer((request, response) => {
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, value ?? '']));
  void api.handleRequest({ method: request.method ?? '', path: request.url ?? '', headers }, request, response);
});
server.listen(0, '127.0.0.1', () => process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
process.once('disconnect', () => {
  server.closeAllConnections();
  server.close();
});

import type { AddressInfo } from 'node:net';
import express from 'express';
import { middleware } from 'express-openapi-validator';

/** Run as a process: Express, which checks requests by an OpenAPI document, and answers the bytes it was given. */
const [, , apiSpec = '', body = ''] = process.argv;
const app = express();
app.use(middleware({ apiSpec, validateRequests: true, validateResponses: false }));
app.get('/api/:version/:companyId/articolo/:articoloId', (_request, response) => void response.type('json').send(body));
const server = app.listen(0, '127.0.0.1', () => process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
process.once('disconnect', () => {
  server.closeAllConnections();
  server.close();
});

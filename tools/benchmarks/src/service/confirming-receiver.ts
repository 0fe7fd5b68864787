import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { createCertificates } from '../../../../packages/service/test/harness/certificates.ts';

/** Run as a process: an HTTPS receiver that keeps connections and confirms at once, but never answers under /hang. */
const { certificate, key, authority } = await createCertificates();
const server = createServer({ cert: certificate, key, keepAliveTimeout: 60_000 }, (request, response) => {
  request.resume();
  if (request.url !== '/hang') request.on('end', () => response.writeHead(204).end());
});
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port, authority }));
process.once('disconnect', () => process.exit());

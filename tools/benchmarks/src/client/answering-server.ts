import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The stock item that every contender reads. */
const ARTICOLO = JSON.stringify({ id: 8, codice: 'VIT-4X40', descrizione: 'Vite a legno 4 x 40 mm', prezzo: '0.08', concurrencyToken: 3 });
const HEADERS = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(ARTICOLO) };

// Runs in a process of its own, so that its work does not count as the client's.
const server = createServer((request, response) => {
  request.resume();
  if (request.url?.endsWith('/authenticate')) response.writeHead(200, { 'X-Token': 'token', 'Content-Length': 0 }).end();
  else response.writeHead(200, HEADERS).end(ARTICOLO);
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.on('disconnect', () => process.exit());

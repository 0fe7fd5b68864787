import { createServer, type Server } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { type Evento, isKnownEvento, parseEvento, signatureHeaderName, verify, WebhookError } from '@business-cloud/events';

/** A receiver: `secret` is what the creation of the webhook answered, `process` is your own work. */
export function createReceiver(secret: string, process: (evento: Evento) => void): Server {
  const headerName = signatureHeaderName().toLowerCase();
  const seen = new Set<string>();
  return createServer(async (request, response) => {
    try {
      const body = await buffer(request); // the raw bytes: before any parser
      verify({ header: String(request.headers[headerName] ?? ''), body, secret });
      const evento = parseEvento(body);
      response.writeHead(204).end(); // answer first, work after
      if (seen.has(evento.EventGuid)) return; // the same event may come again
      seen.add(evento.EventGuid);
      if (isKnownEvento(evento)) process(evento);
    } catch (error) {
      if (!(error instanceof WebhookError)) throw error;
      response.writeHead(400).end(error.code);
    }
  });
}

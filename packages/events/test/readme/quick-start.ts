import { createServer, type Server } from 'node:http';
import { createReceiver, isKnownEvento } from '@business-cloud/events';
import { nodeReceiver } from '@business-cloud/events/node';

/** `secret` is what the creation of the webhook answered; `issued` is your own work. */
export function receiverOf(secret: string, issued: (numero: string | null) => void): Server {
  const receiver = createReceiver({
    secret,
    onEvent(evento) {
      if (isKnownEvento(evento) && evento.Type === 'Documento.Emit') issued(evento.Object.numero);
    },
  });
  return createServer(nodeReceiver(receiver));
}

import { createServer } from 'node:http';
import { createReceiver, isKnownEvento } from '@business-cloud/events';
import { nodeReceiver } from '@business-cloud/events/node';

const receiver = createReceiver({
  secret: process.env.WEBHOOK_SECRET ?? '', // what the creation of the webhook answered
  onEvent(evento) {
    if (isKnownEvento(evento) && evento.Type === 'Documento.Emit') console.log('issued', evento.Object.numero);
  },
});
const server = createServer(nodeReceiver(receiver));
server.listen(Number(process.env.PORT ?? 8080), () => console.log(server.address()));

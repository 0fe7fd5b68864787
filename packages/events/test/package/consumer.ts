/** Compiled against the packed package, as a user's own program is. */
import { createReceiver, type Evento, isKnownEvento, verify } from '@business-cloud/events';
import { expressReceiver } from '@business-cloud/events/express';
import { fetchReceiver } from '@business-cloud/events/fetch';
import { nodeReceiver } from '@business-cloud/events/node';
import { createTestSender, exampleEvento, signedRequest } from '@business-cloud/events/testing';
import { verify as verifyAlone } from '@business-cloud/events/verify';
import { verify as verifyAsync } from '@business-cloud/events/web';

const numbers: (string | null)[] = [];
const receiver = createReceiver({
  secret: 'whsec',
  onEvent(evento) {
    if (isKnownEvento(evento) && evento.Type === 'Documento.Emit') numbers.push(evento.Object.numero);
  },
});
const adapters: readonly unknown[] = [expressReceiver(receiver), fetchReceiver(receiver), nodeReceiver(receiver)];
const evento: Evento = exampleEvento('articolo.Create');
// @ts-expect-error: a description is no number
const wrong: number = exampleEvento('articolo.Create').Object.descrizione;

export { adapters, createTestSender, evento, signedRequest, verify, verifyAlone, verifyAsync, wrong };

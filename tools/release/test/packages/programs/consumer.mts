// Compiled against the installed client and events as a module, and again, without the line of dedupe-sql, as CommonJS.
import { type Articolo, type ClientOptions, createClient, isClientError } from '@business-cloud/client';
import { fileTokenStorage } from '@business-cloud/client/file-token-storage';
import { createOpenapiFetchClient } from '@business-cloud/client/openapi-fetch';
import { tracing } from '@business-cloud/client/opentelemetry';
import * as paths from '@business-cloud/client/paths';
import { createTestClient } from '@business-cloud/client/testing';
import { validateResponse } from '@business-cloud/client/validation';
import { createMemoryDedupe, createReceiver, type Evento, isKnownEvento, verify, WebhookError } from '@business-cloud/events';
import { createPgDedupe } from '@business-cloud/events/dedupe-pg';
import { createRedisDedupe } from '@business-cloud/events/dedupe-redis';
import { createSqlDedupe } from '@business-cloud/events/dedupe-sql';
import { expressReceiver } from '@business-cloud/events/express';
import { fastifyReceiver } from '@business-cloud/events/fastify';
import { fetchReceiver } from '@business-cloud/events/fetch';
import { nodeReceiver } from '@business-cloud/events/node';
import { storeTests } from '@business-cloud/events/store-tests';
import { createTestSender, exampleEvento, signedRequest } from '@business-cloud/events/testing';
import { verify as verifyAlone } from '@business-cloud/events/verify';
import { verify as verifyAsync } from '@business-cloud/events/web';
import { verify as verifyWeb } from '@business-cloud/events/web/verify';

const numbers: (string | null)[] = [];
const receiver = createReceiver({
  secret: 'whsec',
  onEvent(evento) {
    if (isKnownEvento(evento) && evento.Type === 'Documento.Emit') numbers.push(evento.Object.numero);
  },
});
// @ts-expect-error: a receiver needs a secret
const secretless = () => createReceiver({ onEvent: () => undefined });
class Refused extends WebhookError {
  readonly times = 1;
}
const timesOf = (error: unknown): number => (error instanceof Refused ? error.times : 0);
const tests = storeTests(() => ({ nodes: [createMemoryDedupe()] }));
const adapters: readonly unknown[] = [expressReceiver(receiver), fetchReceiver(receiver), nodeReceiver(receiver)];
const evento: Evento = exampleEvento('articolo.Create');
// @ts-expect-error: a description is no number
const wrong: number = exampleEvento('articolo.Create').Object.descrizione;
const request = signedRequest({ secret: 'whsec' });
const sent = new Request(request.url, request);

async function priceOf(options: ClientOptions): Promise<Articolo> {
  const { data } = await createClient(options).company(1, 'key').articolo.get(1);
  // @ts-expect-error: an identifier of one kind is none of another
  await createClient(options).company(1, 'key').anagrafica.get(data.id);
  return data;
}
function codeOf(error: unknown): string | undefined {
  return isClientError(error) && error.code === 'validation' ? error.pointer : undefined;
}

export {
  adapters,
  codeOf,
  createOpenapiFetchClient,
  createPgDedupe,
  createRedisDedupe,
  createSqlDedupe,
  createTestClient,
  createTestSender,
  evento,
  fastifyReceiver,
  fileTokenStorage,
  paths,
  priceOf,
  request,
  secretless,
  sent,
  tests,
  timesOf,
  tracing,
  validateResponse,
  verify,
  verifyAlone,
  verifyAsync,
  verifyWeb,
  wrong,
};

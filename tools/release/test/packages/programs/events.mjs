// Runs inside an installed copy of the package, on whatever Node it is given: every entry loads, and the road through them works.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import * as events from '@business-cloud/events';
import { createPgDedupe } from '@business-cloud/events/dedupe-pg';
import { createRedisDedupe } from '@business-cloud/events/dedupe-redis';
import { createSqlDedupe } from '@business-cloud/events/dedupe-sql';
import { expressReceiver } from '@business-cloud/events/express';
import { fastifyReceiver } from '@business-cloud/events/fastify';
import { fetchReceiver } from '@business-cloud/events/fetch';
import { nodeReceiver } from '@business-cloud/events/node';
import { storeTests } from '@business-cloud/events/store-tests';
import { createTestSender, exampleEvento } from '@business-cloud/events/testing';
import { verify } from '@business-cloud/events/verify';
import * as web from '@business-cloud/events/web';
import { verify as verifyWeb } from '@business-cloud/events/web/verify';

for (const each of [createPgDedupe, createRedisDedupe, createSqlDedupe, expressReceiver, fastifyReceiver])
  assert.equal(typeof each, 'function');

const body = new TextEncoder().encode('{}');
const timestamp = Math.floor(Date.now() / 1000);
const header = events.sign({ body, secret: 's', timestamp });
assert.equal(await web.sign({ body, secret: 's', timestamp }), header);
for (const check of [verify, verifyWeb, events.verify, web.verify])
  assert.equal((await check({ header, body, secret: 's' })).timestamp, timestamp);

const seen = [];
const options = { secret: 's', onEvent: (evento) => void seen.push([evento.Type, events.isKnownEvento(evento)]) };
const server = createServer(nodeReceiver(events.createReceiver(options))).listen(0, '127.0.0.1');
await new Promise((resolve) => server.once('listening', resolve));
for (const to of [`http://127.0.0.1:${server.address().port}/`, fetchReceiver(web.createReceiver(options))]) {
  const attempt = await createTestSender({ to, secret: 's' }).send({ evento: exampleEvento('Documento.Emit') });
  assert.equal(attempt.status, 204);
}
for (const { run } of storeTests(() => ({ nodes: [events.createMemoryDedupe()] }))) await run();
server.close();
server.closeAllConnections();
assert.deepEqual(seen, [
  ['Documento.Emit', true],
  ['Documento.Emit', true],
]);
console.log('sound');

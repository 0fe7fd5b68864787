import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Module } from '@nestjs/common';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import Database from 'better-sqlite3';
import { Kysely, SqliteDialect } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { fetchReceiver } from '../../src/fetch.ts';
import { nodeReceiver } from '../../src/node.ts';
import { createTestSender, exampleEvento, signedRequest } from '../../src/testing.ts';
import { serve } from '../adapter/served.ts';
import { receiverOf } from './by-type.ts';
import { expressApp } from './express.ts';
import { fastifyApp } from './fastify.ts';
import { lambda } from './lambda.ts';
import { nestApp } from './nest.ts';
import { durableReceiver, type Tables } from './sql.ts';
import { worker } from './worker.ts';
import { statuses } from './your-test.ts';

const PACKAGE = join(import.meta.dirname, '../..');
const DOCS = join(PACKAGE, '../../docs/events');
const PAGES = [
  await readFile(join(PACKAGE, 'README.md'), 'utf8'),
  ...(await Promise.all((await readdir(DOCS)).map((page) => readFile(join(DOCS, page), 'utf8')))),
];
const SECRET = 'whsec_readme';
const PROGRAMS = (await readdir(import.meta.dirname)).filter((file) => !file.endsWith('.test.ts'));

test.for(PROGRAMS)('%s, which is compiled and run here, stands in the README or in one of its pages as it is', async (file) => {
  const program = await readFile(join(import.meta.dirname, file), 'utf8');
  const shown = PAGES.filter((page) => page.includes(`\`\`\`ts\n${program}\`\`\`\n`));
  expect(shown).toHaveLength(1);
});

test('the quick start hears of an issued document once, and refuses what was changed', async () => {
  const env = { ...process.env, PORT: '0', WEBHOOK_SECRET: SECRET };
  const child = spawn(process.execPath, [join(import.meta.dirname, 'quick-start.ts')], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill());
  const lines = createInterface({ input: child.stdout });
  const printed: string[] = [];
  lines.on('line', (line) => printed.push(line));
  const [where] = await once(lines, 'line');
  const port = /port: (\d+)/.exec(String(where))?.[1];
  expect(await statuses(`http://127.0.0.1:${port}/`, SECRET)).toEqual([204, 204, 204, 204, 204, 400, 400]);
  child.kill();
  await once(lines, 'close');
  expect(printed.slice(1)).toEqual(['issued 12']);
});

test('the program with a function for each type calls the one of the event', async () => {
  const lines: string[] = [];
  const sender = createTestSender({ to: fetchReceiver(receiverOf(SECRET, (line) => void lines.push(line))), secret: SECRET });
  for (const type of ['Documento.Emit', 'articolo.Update', 'Anagrafica.Create'] as const)
    await sender.send({ evento: exampleEvento(type) });
  expect(lines).toEqual([expect.stringMatching(/^issued /), expect.stringMatching(/^changed /), 'Anagrafica.Create']);
});

test('the programs for Express and Fastify receive', async () => {
  for (const program of ['express', 'fastify'] as const) {
    let events = 0;
    const onEvent = () => {
      events += 1;
    };
    const app = fastifyApp(SECRET, onEvent);
    await app.ready();
    const { url } = await serve(program === 'express' ? expressApp(SECRET, onEvent) : app.routing);
    expect([(await createTestSender({ to: url, secret: SECRET }).send()).status, events]).toEqual([204, 1]);
  }
});

test('the program for NestJS receives, and leaves the parsers of the rest as they are', async () => {
  let events = 0;
  class Root {}
  Module({})(Root);
  const app = await nestApp(Root, SECRET, () => {
    events += 1;
  });
  onTestFinished(() => app.close());
  await app.init();
  const { url } = await serve(app.getHttpAdapter().getInstance());
  expect([(await createTestSender({ to: url, secret: SECRET }).send()).status, events]).toEqual([204, 1]);
});

test('the program for Lambda receives, whether the body comes as text or in base64', async () => {
  let events = 0;
  const handler = lambda(SECRET, async () => {
    events += 1;
  });
  const invoke = async (isBase64Encoded: boolean, change = '') => {
    const { url, body, headers, method } = signedRequest({ secret: SECRET });
    const text = Buffer.from(body).toString() + change;
    const http = { method, path: new URL(url).pathname, sourceIp: '203.0.113.7' };
    const event = {
      headers,
      body: isBase64Encoded ? Buffer.from(text).toString('base64') : text,
      isBase64Encoded,
      requestContext: { domainName: 'x.lambda-url.eu-south-1.on.aws', http },
    };
    // The handler reads nothing else of what Lambda gives.
    return (await handler(event as unknown as APIGatewayProxyEventV2)).statusCode;
  };
  expect([await invoke(false), await invoke(true), await invoke(false, ' '), events]).toEqual([204, 204, 400, 2]);
});

test('the worker hears its sender list alone', async () => {
  const { url, ...init } = signedRequest({ secret: SECRET });
  const answerTo = async (address: string) => {
    const headers = { ...init.headers, 'cf-connecting-ip': address };
    const context = { waitUntil: () => undefined };
    return (await worker(SECRET, () => undefined).fetch(new Request(url, { ...init, headers }), {}, context)).status;
  };
  expect([await answerTo('203.0.113.7'), await answerTo('203.0.113.8')]).toEqual([204, 403]);
});

test('the durable receiver keeps its work and its mark in one database', async () => {
  const database = new Kysely<Tables>({ dialect: new SqliteDialect({ database: new Database(':memory:') }) });
  onTestFinished(() => database.destroy());
  await database.schema.createTable('invoice').addColumn('guid', 'text').addColumn('type', 'text').execute();
  const { url } = await serve(nodeReceiver(await durableReceiver(SECRET, database)));
  const evento = exampleEvento('articolo.Delete');
  await createTestSender({ to: url, secret: SECRET }).duplicate({ evento }, 3);
  expect(await database.selectFrom('invoice').selectAll().execute()).toEqual([{ guid: evento.EventGuid, type: 'articolo.Delete' }]);
});

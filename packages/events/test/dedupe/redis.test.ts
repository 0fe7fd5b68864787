import { Redis } from 'ioredis';
import { createClient } from 'redis';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createRedisDedupe, type IoRedisClient, type NodeRedisClient, type RedisDedupeOptions } from '../../src/dedupe-redis.ts';
import { fetchReceiver } from '../../src/fetch.ts';
import { storeTests } from '../../src/store-tests.ts';
import { createTestSender } from '../../src/testing.ts';
import { redisReceiver } from '../readme/redis.ts';
import { hasRedis, type RedisServer, startRedis } from './redis-server.ts';

type Client = NodeRedisClient | IoRedisClient;

interface Connected {
  readonly client: Client;
  close(): unknown;
}

let server: RedisServer | undefined;
const path = () => server?.path ?? '';

const LIBRARIES: Readonly<Record<string, () => Promise<Connected>>> = {
  'node-redis': async () => {
    const client = await createClient({ socket: { path: path(), tls: false } }).connect();
    return { client, close: () => client.close() };
  },
  ioredis: async () => {
    const client = new Redis(path());
    return { client, close: () => client.quit() };
  },
};

async function connect(library: () => Promise<Connected>): Promise<Client> {
  const { client, close } = await library();
  onTestFinished(async () => void (await close()));
  return client;
}

test('a Redis is there', ({ skip }) => {
  skip(!hasRedis, 'there is no redis-server; apt-get install redis-server');
  expect(hasRedis).toBe(true);
});

test.runIf(hasRedis)('the program of the page does its work once', async () => {
  const own = await startRedis();
  onTestFinished(() => own.stop());
  let events = 0;
  const { receiver, close } = await redisReceiver('whsec', `unix://${own.path}`, () => {
    events += 1;
  });
  const answers = await createTestSender({ to: fetchReceiver(receiver), secret: 'whsec' }).duplicate({}, 3);
  await close();
  expect([answers.map(({ status }) => status), events]).toEqual([[204, 204, 204], 1]);
});

describe.runIf(hasRedis).for(Object.entries(LIBRARIES))('%s', ([, library]) => {
  beforeAll(async () => {
    server = await startRedis();
  });
  afterAll(() => server?.stop());

  const open = async () => {
    const connected = [await library(), await library()];
    const close = async () => void (await Promise.all(connected.map((each) => each.close())));
    return { nodes: connected.map(({ client }) => createRedisDedupe(client)), close };
  };
  for (const { name, run } of storeTests(open)) test(name, run);

  test('what a process took that died at work is taken over when its lease has run out', async () => {
    const [dead, alive] = [await connect(library), await connect(library)];
    const leaseSeconds = 1;
    let died = () => {};
    const taken = new Promise<void>((resolve) => {
      died = resolve;
    });
    void createRedisDedupe(mortal(dead), { leaseSeconds }).once('crashed', async () => {
      died();
      await new Promise(() => undefined);
    });
    await taken;
    let done = 0;
    const outcome = await createRedisDedupe(alive, { leaseSeconds }).once('crashed', async () => {
      done += 1;
    });
    expect([outcome, done]).toEqual(['processed', 1]);
  });

  test('work that takes longer than its lease keeps the event, because the lease is renewed', async () => {
    const [first, second] = [await connect(library), await connect(library)];
    const options: RedisDedupeOptions = { leaseSeconds: 2, prefix: 'renewed:' };
    const done: string[] = [];
    const working = createRedisDedupe(first, options).once('slow', async () => {
      await new Promise((resolve) => setTimeout(resolve, 4500));
      done.push('first');
    });
    const waiting = createRedisDedupe(second, options).once('slow', async () => void done.push('second'));
    expect([...(await Promise.all([working, waiting])).sort(), ...done]).toEqual(['duplicate', 'processed', expect.any(String)]);
  });

  test('what was processed is forgotten in time, under its prefix', async () => {
    const client = await connect(library);
    await createRedisDedupe(client, { prefix: 'kept:', rememberSeconds: 60 }).once('a', async () => undefined);
    const ask = 'call' in client ? client.call('TTL', 'kept:a') : client.sendCommand(['TTL', 'kept:a']);
    expect(await ask).toSatisfy((seconds) => typeof seconds === 'number' && seconds > 0 && seconds <= 60);
  });
});

/** The connection of a process that dies as soon as its work begins: nothing that it sends then arrives. */
function mortal(client: Client): NodeRedisClient {
  let commands = 0;
  return {
    async sendCommand([name = '', ...parameters]) {
      commands += 1;
      if (commands > 1) return new Promise(() => undefined);
      return 'call' in client ? client.call(name, ...parameters) : client.sendCommand([name, ...parameters]);
    },
  };
}

test.for<object>([{ prefix: '' }, { leaseSeconds: 0 }, { rememberSeconds: '60' }, { ttl: 5 }])('%j is refused', (options) => {
  expect(() => createRedisDedupe({ sendCommand: async () => null }, options)).toThrow(TypeError);
});

test('what is no client is refused', () => {
  for (const wrong of [undefined, {}, { set: () => undefined }])
    expect(() => createRedisDedupe(wrong as unknown as NodeRedisClient)).toThrow(TypeError);
});

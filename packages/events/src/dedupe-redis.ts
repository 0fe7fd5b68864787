/** Remembers processed events in Redis, for several processes whose work is not in a database. On a client of node-redis or ioredis. */

import { type OptionKinds, readOptions, record, sleep, text, wholeNumber } from '#runtime';
import type { DedupeStore } from './dedupe/dedupe-store.ts';
import { fault } from './fault.ts';

/** What the store needs of a client of node-redis (`redis`), which is connected. */
export interface NodeRedisClient {
  /** Sends a command, with its parameters as texts. */
  sendCommand(command: string[]): Promise<unknown>;
}

/** What the store needs of a client of `ioredis`. */
export interface IoRedisClient {
  /** Sends a command with its parameters. */
  call(command: string, ...parameters: string[]): Promise<unknown>;
}

/** Options of `createRedisDedupe`. */
export interface RedisDedupeOptions {
  /** Stands before each EventGuid in the names of the keys. Default `processed-webhook-event:`. */
  readonly prefix?: string | undefined;
  /**
   * How long an event stays taken after its process was last heard of, in seconds. Then another process does the work. It is renewed while
   * work goes on. Default 30.
   */
  readonly leaseSeconds?: number | undefined;
  /** How long a processed event is remembered, in seconds. Default 30 days. */
  readonly rememberSeconds?: number | undefined;
}

const KINDS: OptionKinds<RedisDedupeOptions> = { prefix: text, leaseSeconds: wholeNumber(1), rememberSeconds: wholeNumber(1) };

const PREFIX_DEFAULT = 'processed-webhook-event:';
const LEASE_SECONDS_DEFAULT = 30;
const REMEMBER_SECONDS_DEFAULT = 30 * 24 * 60 * 60;
/** How often who waits asks again, in milliseconds. */
const ASK_EVERY_MS = 100;
/** The value of the key of an event whose work was done. Until then it is the token of who took it. */
const DONE = 'done';
/** Only who has it renews or gives back: the key may have run out, and be somebody else's. */
const RENEW = "if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('pexpire', KEYS[1], ARGV[2]) end return 0";
const GIVE_BACK = "if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0";

/**
 * A dedupe store for several processes. One of them takes an event, and the others wait for it (RCV-13). Redis shares no transaction with your
 * work: if the process dies after the work and before the mark, the work is done again. Let it do no harm twice, or use a SQL store.
 *
 * @example
 * const redis = await createClient().connect();
 * const receiver = createReceiver({ secret, dedupe: createRedisDedupe(redis), onEvent: (evento) => inbox.put(evento.EventGuid, evento) });
 */
export function createRedisDedupe(redis: NodeRedisClient | IoRedisClient, options: RedisDedupeOptions = {}): DedupeStore<undefined> {
  const given = readOptions<RedisDedupeOptions>(options, KINDS, fault);
  const { prefix = PREFIX_DEFAULT, leaseSeconds = LEASE_SECONDS_DEFAULT, rememberSeconds = REMEMBER_SECONDS_DEFAULT } = given;
  const leaseMs = leaseSeconds * 1000;
  const send = commandsOf(redis);

  /** True when it is ours now, false when it was processed before. */
  async function take(key: string, token: string): Promise<boolean> {
    while ((await send('SET', key, token, 'NX', 'PX', String(leaseMs))) === null) {
      if ((await send('GET', key)) === DONE) return false;
      await sleep(ASK_EVERY_MS);
    }
    return true;
  }

  return {
    async once(eventGuid, work) {
      const key = `${prefix}${eventGuid}`;
      const token = crypto.randomUUID();
      if (!(await take(key, token))) return 'duplicate';
      // One that fails changes nothing: the next one may come in time.
      const renewal = setInterval(() => send('EVAL', RENEW, '1', key, token, String(leaseMs)).catch(() => undefined), leaseMs / 3);
      try {
        await work(undefined);
      } catch (error) {
        // If Redis is gone as well, the lease runs out by itself.
        await send('EVAL', GIVE_BACK, '1', key, token).catch(() => undefined);
        throw error;
      } finally {
        clearInterval(renewal);
      }
      // Whoever has the key by now: the work was done.
      await send('SET', key, DONE, 'EX', String(rememberSeconds));
      return 'processed';
    },
  };
}

type Send = (command: string, ...parameters: string[]) => Promise<unknown>;

/** `call` is asked for first: ioredis has a `sendCommand` too, which takes something else. */
function commandsOf(redis: NodeRedisClient | IoRedisClient): Send {
  if (!record('call').accepts(redis) && !record('sendCommand').accepts(redis))
    throw fault('The first parameter must be a client of node-redis, with sendCommand(), or of ioredis, with call().');
  if ('call' in redis) return async (command, ...parameters) => redis.call(command, ...parameters);
  return async (...command) => redis.sendCommand(command);
}

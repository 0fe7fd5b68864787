import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from './client.ts';

/** One write under one key, sent as often as it takes. */
export interface Write {
  readonly nome: string;
  readonly key: string;
  /** The bytes of a 201; undefined while nobody knows whether it was executed. */
  readonly answer: string | undefined;
  /** Whether two requests under the key were answered differently. */
  readonly differed: boolean;
}

/** Writers that work until they are stopped. */
export interface Writers {
  /** The names that were answered so far. */
  readonly answered: readonly string[];
  /** Lets each finish the request that it has sent. */
  stop(): Promise<readonly Write[]>;
}

export const OBJECTS_PATH = '/api/v3/1/Anagrafica';
/** Which share of the writes is sent twice at the same time, as by a client that is impatient. */
const TWICE = 1 / 8;
const RETRY_MS = 50;

/**
 * Creates objects of company 1, each under a key of its own; what is not answered is sent again, under the same key.
 *
 * @param count how many writers work at once
 * @param pauseMs how long each rests after a write
 */
export function startWriters(client: Client, count: number, pauseMs: number): Writers {
  const writes: Write[] = [];
  const answered: string[] = [];
  let stopped = false;

  const send = async (nome: string, key: string): Promise<string | undefined> => {
    const answer = await client.call('POST', OBJECTS_PATH, { body: { nome }, key });
    return answer?.status === 201 ? answer.text : undefined;
  };

  async function write(): Promise<Write> {
    const [nome, key] = [randomUUID(), randomUUID()];
    do {
      const answers = await Promise.all(Math.random() < TWICE ? [send(nome, key), send(nome, key)] : [send(nome, key)]);
      const [answer, other = answer] = answers.filter((one) => one !== undefined);
      if (answer !== undefined) return { nome, key, answer, differed: other !== answer };
      await sleep(RETRY_MS);
    } while (!stopped);
    return { nome, key, answer: undefined, differed: false };
  }

  async function work(): Promise<void> {
    while (!stopped) {
      const done = await write();
      writes.push(done);
      if (done.answer !== undefined) answered.push(done.nome);
      if (pauseMs > 0 && !stopped) await sleep(pauseMs);
    }
  }

  const working = Promise.all(Array.from({ length: count }, work));
  return {
    answered,
    async stop() {
      stopped = true;
      await working;
      return writes;
    },
  };
}

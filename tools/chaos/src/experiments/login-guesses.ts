import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { logInFrom } from '../load/login.ts';
import type { Access } from '../system/access.ts';
import type { ServiceNode } from '../system/service-node.ts';
import { CALM_MS, type Experiment, RESIDENT_BYTES_MAX } from './experiment.ts';
import { type Load, underLoad } from './under-load.ts';

/** Another client on the same machine: on Linux all of 127.0.0.0/8 is this machine's. */
const ELSEWHERE = '127.0.0.2';
const LOOPS = 2;
const PAUSE_MS = 25;
/** How many guesses of one kind a node may judge: those that are free, and then fewer and fewer. */
const JUDGED_MAX = 20;

/** Where strangers guess from: with a key of their own, and with the key of who is right. */
interface Guesser {
  readonly apiKey: string;
  readonly address: string;
}

export const loginGuesses: Experiment = {
  name: 'login-guesses',
  summary: 'the password of a user is guessed in loops, with another API key and with his own, while he logs in',
  stores: ['sqlite', 'postgres'],
  limits: { unavailable: false, residentBytes: RESIDENT_BYTES_MAX, wait: { ms: 2_000, overtakenBy: 32 } },
  async run(context) {
    if (process.platform !== 'linux') return { skipped: 'it needs several addresses of loopback, as Linux has them' };
    const logins = context.amount(20, 300);
    return underLoad(context, { writers: 1, pauseMs: 50, bystander: true, calmMs: CALM_MS }, async (load) => {
      const { client, strangersKey } = load.cluster.accesses;
      const own = client.credentials.apiKey;
      const guessers = [
        { apiKey: strangersKey, address: ELSEWHERE },
        { apiKey: own, address: ELSEWHERE },
      ];
      const ending = new AbortController();
      const guessing = Promise.all(guessers.map((guesser) => guesses(load, client, guesser, ending.signal)));
      try {
        for (let login = 1; login <= logins; login += 1) {
          context.progress(`${login} of ${logins} logins`);
          await expectRight(load, client);
          await sleep(100, undefined, { signal: context.signal });
        }
      } finally {
        ending.abort();
      }
      const counted = await guessing;
      return counted.reduce((sum, count) => sum + count, 0);
    });
  },
};

async function expectRight({ cluster, complain }: Load, { credentials }: Access): Promise<void> {
  for (const node of cluster.nodes) {
    const status = await logInFrom('127.0.0.1', node.url, credentials);
    if (status !== 200) complain(`the right password was answered ${status}`);
  }
}

/** Guesses at every node until it is told to end; returns how many. */
async function guesses(load: Load, { credentials }: Access, { apiKey, address }: Guesser, signal: AbortSignal): Promise<number> {
  const { nodes } = load.cluster;
  let [sent, judged] = [0, 0];
  const guess = async (by: ServiceNode): Promise<void> => {
    const status = await logInFrom(address, by.url, { ...credentials, apiKey, password: randomUUID() });
    sent += 1;
    load.noteAnswer(by);
    if (status === 401) judged += 1;
    else if (status !== 429) load.complain(`a guess was answered ${status}`);
  };
  const loop = async (): Promise<void> => {
    while (!signal.aborted) {
      for (const node of nodes) await guess(node);
      await sleep(PAUSE_MS);
    }
  };
  await Promise.all(Array.from({ length: LOOPS }, loop));
  if (judged > JUDGED_MAX * nodes.length) load.complain(`${judged} guesses with one API key were judged`);
  return sent;
}

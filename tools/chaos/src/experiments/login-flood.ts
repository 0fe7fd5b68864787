import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { CALM_MS, type Experiment, RESIDENT_BYTES_MAX } from './experiment.ts';
import { type Load, underLoad } from './under-load.ts';

const LOGINS = 200;
const WRONG = 401;
const ANSWERS: ReadonlySet<number | undefined> = new Set([WRONG, 429]);

export const loginFlood: Experiment = {
  name: 'login-flood',
  summary: `${LOGINS} logins at once, of as many names, again and again`,
  stores: ['sqlite', 'postgres'],
  limits: { unavailable: false, residentBytes: RESIDENT_BYTES_MAX, wait: { ms: 2_000, overtakenBy: 32 } },
  run: (context) => {
    const floods = context.amount(3, 30);
    return underLoad(context, { writers: 1, pauseMs: 50, bystander: true, calmMs: CALM_MS }, async (load) => {
      const during = { written: 0, undelivered: 0 };
      for (let flood = 1; flood <= floods; flood += 1) {
        context.progress(`${flood} of ${floods} floods`);
        const written = await flooded(load);
        during.written += written.length;
        during.undelivered += written.filter((nome) => !load.delivered.has(nome)).length;
        await sleep(100, undefined, { signal: context.signal });
      }
      // The last of each flood are on their way. Where deliveries wait for hashes, nearly all of them wait until it is over.
      if (during.written === 0) load.complain('nothing was written while a flood of logins lasted');
      if (during.written < 2 * during.undelivered)
        load.complain(`of ${during.written} events that floods of logins came with, ${during.undelivered} waited until they were over`);
      return floods * LOGINS;
    });
  },
};

/** Returns the names of the objects that were written while it lasted. */
async function flooded({ client, writers, noteAnswer, complain }: Load): Promise<readonly string[]> {
  const writtenBefore = writers.answered.length;
  const logIn = async (): Promise<void> => {
    const answer = await client.call('POST', '/api/v3/authenticate', { body: { UserName: randomUUID(), Password: randomUUID() } });
    if (!ANSWERS.has(answer?.status)) complain(`a login with a wrong password was answered ${answer?.status}`);
    // The others were refused before anything was done for them.
    if (answer?.status === WRONG) noteAnswer(answer.by);
  };
  await Promise.all(Array.from({ length: LOGINS }, logIn));
  return writers.answered.slice(writtenBefore);
}

import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { RESIDENT_BYTES_MAX, type Trial } from './trial.ts';
import { type Load, underLoad } from './under-load.ts';

const LOGINS = 200;
/** How long an event may take while the flood lasts, in milliseconds. */
const DELIVERED_WITHIN_MS = 2_000;
const ANSWERS: ReadonlySet<number | undefined> = new Set([401, 429]);

export const loginFlood: Trial = {
  name: 'login-flood',
  summary: `${LOGINS} logins at once, of as many names, again and again`,
  stores: ['sqlite', 'postgres'],
  limits: { unavailable: false, residentBytes: RESIDENT_BYTES_MAX, bystanderMs: 2_000 },
  run: (context) => {
    const floods = context.amount(3, 30);
    const deliveredAt = new Map<string, number>();
    const confirm = (nome: string): number => {
      deliveredAt.set(nome, performance.now());
      return 204;
    };
    return underLoad(context, { writers: 1, pauseMs: 50, bystander: true, confirm }, async (load) => {
      for (let flood = 1; flood <= floods; flood += 1) {
        context.progress(`${flood} of ${floods} floods`);
        await flooded(load, deliveredAt);
        await sleep(100, undefined, { signal: context.signal });
      }
      return floods * LOGINS;
    });
  },
};

async function flooded({ client, writers, complain }: Load, deliveredAt: ReadonlyMap<string, number>): Promise<void> {
  const writtenBefore = writers.answered.length;
  const logIn = () => client.call('POST', '/api/v3/authenticate', { body: { UserName: randomUUID(), Password: randomUUID() } });
  const answers = await Promise.all(Array.from({ length: LOGINS }, logIn));
  const strange = answers.find((answer) => !ANSWERS.has(answer?.status));
  if (strange !== undefined) complain(`a login with a wrong password was answered ${strange.status}`);
  const written = writers.answered.slice(writtenBefore);
  const answeredAt = performance.now();
  while (written.some((nome) => !deliveredAt.has(nome)) && performance.now() < answeredAt + DELIVERED_WITHIN_MS) await sleep(20);
  const late = written.filter((nome) => !deliveredAt.has(nome)).length;
  if (late > 0) complain(`${late} events were not delivered ${DELIVERED_WITHIN_MS} ms after a flood of logins`);
}

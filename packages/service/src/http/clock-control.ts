import Fastify, { type FastifyInstance } from 'fastify';
import type { AdvanceableClock } from '../model/clock.ts';

/** The furthest that one request moves the clock: ten years, in milliseconds. */
export const ADVANCE_MS_MAX: number = 10 * 366 * 24 * 60 * 60 * 1000;

/**
 * The control of a test clock: POST /clock {"advanceMs": n} moves it on (D-12). Only for tests; it listens on loopback alone.
 */
export function clockControl(clock: AdvanceableClock): FastifyInstance {
  const app = Fastify({ forceCloseConnections: true, bodyLimit: 1024 });
  app.get('/clock', async () => clockTime(clock.now()));
  app.post('/clock', async (request, reply) => {
    const advanceMs = parseAdvance(request.body);
    if (advanceMs === undefined) {
      return reply.code(400).send({ detail: `Send {"advanceMs": n}, n a whole number of milliseconds from 0 to ${ADVANCE_MS_MAX}.` });
    }
    return clockTime(clock.advance(advanceMs));
  });
  return app;
}

function parseAdvance(body: unknown): number | undefined {
  if (typeof body !== 'object' || body === null || !('advanceMs' in body)) return undefined;
  const { advanceMs } = body;
  return typeof advanceMs === 'number' && Number.isSafeInteger(advanceMs) && advanceMs >= 0 && advanceMs <= ADVANCE_MS_MAX
    ? advanceMs
    : undefined;
}

function clockTime(now: number): { readonly nowMs: number; readonly now: string } {
  return { nowMs: now, now: new Date(now).toISOString() };
}

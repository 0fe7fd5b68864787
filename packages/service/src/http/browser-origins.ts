import cors from '@fastify/cors';
import type { FastifyInstance } from 'fastify';

// Chromium keeps what a preflight said no longer than this, and asks before each call where nothing is said.
const PREFLIGHT_SECONDS = 7200;

/**
 * Lets pages of these origins call and read the answers. All other requests, preflights too, stay with the contract.
 *
 * Register it before the contract: a refusal needs the headers as well, or the page cannot read why it was refused.
 */
export async function allowOrigins(app: FastifyInstance, origins: readonly string[]): Promise<void> {
  if (origins.length === 0) return;
  await app.register(cors, {
    origin: (origin, done) => done(null, origin !== undefined && origins.includes(origin)),
    // Nobody is known by a cookie here, so a page may read every header, such as X-Token, Location, Link and Retry-After.
    exposedHeaders: '*',
    // The contract answers 405 itself.
    methods: '*',
    maxAge: PREFLIGHT_SECONDS,
  });
}

/** Whether it is an origin as browsers send it: without a path, and without the port that the scheme has anyway. */
export function isOrigin(text: string): boolean {
  return URL.parse(text)?.origin === text;
}

import type { FastifyReply } from 'fastify';
import type { Answer } from './answer.ts';

/** Answers that are made but not sent to their end: a client that does not read keeps them in memory. */
export interface AnswersInFlight {
  /** Whether there is no room for another answer to this user. */
  isFull(userId: string): boolean;
  /**
   * Counts an answer until its connection has taken or dropped it.
   *
   * @returns whether there was room for it: many may have been asked for before the first was made
   */
  take(userId: string, reply: FastifyReply, answer: Answer): boolean;
}

/** Smaller answers are not counted: the system takes them from us at once. In characters. */
const COUNTED_MIN = 64 * 1024;
/** In bytes, of all users and of one. */
const IN_ALL_MAX = 64 * 1024 * 1024;
const OF_ONE_MAX = 16 * 1024 * 1024;

export function createAnswersInFlight(): AnswersInFlight {
  const users = new Map<string, number>();
  let all = 0;

  function change(userId: string, by: number): void {
    const own = (users.get(userId) ?? 0) + by;
    all += by;
    if (own === 0) users.delete(userId);
    else users.set(userId, own);
  }

  const isFull = (userId: string): boolean => all >= IN_ALL_MAX || (users.get(userId) ?? 0) >= OF_ONE_MAX;

  return {
    isFull,
    take(userId, { raw }, { body }) {
      if (body.length < COUNTED_MIN || raw.destroyed) return true;
      if (isFull(userId)) return false;
      const bytes = Buffer.byteLength(body);
      change(userId, bytes);
      raw.once('close', () => change(userId, -bytes));
      return true;
    },
  };
}

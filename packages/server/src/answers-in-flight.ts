import type { FastifyReply } from 'fastify';
import type { Answer } from './answer.ts';

/** Answers that are made but not sent to their end: a client that does not read keeps them in memory. */
export interface AnswersInFlight {
  /** Whether there is no room for another answer to this user. */
  isFull(userId: string): boolean;
  /** Counts an answer until its connection has taken or dropped it. */
  add(userId: string, reply: FastifyReply, answer: Answer): void;
}

/** Smaller answers are not counted: the system takes them from us at once. */
const COUNTED_MIN = 64 * 1024;
/** In characters, of all users and of one. */
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

  return {
    isFull: (userId) => all >= IN_ALL_MAX || (users.get(userId) ?? 0) >= OF_ONE_MAX,
    add(userId, { raw }, { body }) {
      const { length } = body;
      if (length < COUNTED_MIN || raw.destroyed) return;
      change(userId, length);
      raw.once('close', () => change(userId, -length));
    },
  };
}

import type { FastifyReply } from 'fastify';
import type { Answer } from './answer.ts';

/** From so many characters on an answer is sent as bytes. */
const BYTES_MIN = 64 * 1024;

/** Sends a whole answer, byte for byte. */
export function sendAnswer(reply: FastifyReply, answer: Answer): FastifyReply {
  reply.code(answer.status).headers(answer.headers).header('x-request-id', reply.request.id);
  if (answer.body === '') return reply.send();
  // Of a text that is not taken at once, Node keeps a copy beside it until it is; bytes are kept once.
  return reply.send(answer.body.length < BYTES_MIN ? answer.body : Buffer.from(answer.body));
}

import type { FastifyReply } from 'fastify';
import type { Answer } from './answer.ts';

/** Sends a whole answer, byte for byte. */
export function sendAnswer(reply: FastifyReply, answer: Answer): FastifyReply {
  reply.code(answer.status).headers(answer.headers).header('x-request-id', reply.request.id);
  return answer.body === '' ? reply.send() : reply.send(answer.body);
}

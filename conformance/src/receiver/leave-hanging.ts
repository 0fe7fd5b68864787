import type { ServerResponse } from 'node:http';
import type { Reply } from '../model/attempt.ts';

/** The time between two pieces of an endless body. It must be shorter than a target's idle timeout. */
const PIECE_EVERY_MS = 500;

/** Holds the answer open until the hang is over. The target may have ended the connection by then. */
export function leaveHanging(response: ServerResponse, { hang, beginsWith }: Extract<Reply, { readonly hang: unknown }>): void {
  const goingOn = beginsWith === undefined ? undefined : goOn(response, beginsWith);
  response.once('close', () => {
    clearInterval(goingOn);
    if (!response.writableFinished) hang.ended();
  });
  void hang.over.then(() => {
    clearInterval(goingOn);
    if (response.destroyed) return;
    if (beginsWith === undefined) response.writeHead(204);
    response.end();
  });
}

/** Begins an answer, and sends a piece of its body again and again. */
function goOn(response: ServerResponse, status: number): NodeJS.Timeout {
  response.writeHead(status, { 'Content-Type': 'text/plain' });
  response.write('.');
  return setInterval(() => response.write('.'), PIECE_EVERY_MS).unref();
}

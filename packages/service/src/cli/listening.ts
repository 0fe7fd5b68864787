import type { AddressInfo } from 'node:net';
import { constants } from 'node:os';
import type { FastifyInstance } from 'fastify';
import { ServiceError } from '../model/service-error.ts';

/** Serves an app, and returns its address. @throws {ServiceError} `address-in-use` */
export async function listen(app: FastifyInstance, host: string, port: number): Promise<string> {
  try {
    await app.listen({ host, port });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ServiceError('address-in-use', `Port ${port} of ${host} cannot be served (${reason}); choose another.`, { cause });
  }
  const { address, family, port: actual } = app.server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${actual}`;
}

/** How long the process may take to end after it was asked to, in milliseconds: an orchestrator waits 30 s before it kills. */
const END_WITHIN_MS = 20_000;

/** Resolves when the process is asked to end. When it is asked again, or has not ended in time, it ends at once, as in a crash. */
export function askedToEnd(): Promise<void> {
  return new Promise((resolve) => {
    let asked = false;
    const ask = (signal: 'SIGINT' | 'SIGTERM'): void => {
      const end = (): never => process.exit(128 + constants.signals[signal]);
      if (asked) end();
      asked = true;
      // Otherwise a database that stopped answering would be waited for without end.
      setTimeout(() => {
        process.stderr.write(`business-cloud-service: Work in flight did not finish within ${END_WITHIN_MS} ms and is given up.\n`);
        end();
      }, END_WITHIN_MS).unref();
      resolve();
    };
    process.on('SIGINT', ask).on('SIGTERM', ask);
  });
}

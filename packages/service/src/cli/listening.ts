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
    throw new ServiceError('address-in-use', `Port ${port} of ${host} cannot be served (${reason}). Choose another one.`, { cause });
  }
  const { address, family, port: actual } = app.server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${actual}`;
}

/** How long the process may take to close, in milliseconds: an orchestrator waits 30 s before it kills, and 5 s are for draining. */
const END_WITHIN_MS = 20_000;

/** What a process does between being asked to end and closing. */
export interface Drain {
  /** How long it still serves what comes, in milliseconds, so that a balancer sees in time that it is not to send more. */
  readonly drainMs: number;
  begin(): void;
}

const NO_DRAIN: Drain = { drainMs: 0, begin: () => undefined };

/**
 * Resolves when the process is to close: after SIGTERM it drains first, until it is asked again; after SIGINT, which is Ctrl-C, it does not.
 * When it is asked once more, or has not ended in time, it ends at once, as in a crash.
 */
export function askedToEnd({ drainMs, begin }: Drain = NO_DRAIN): Promise<void> {
  return new Promise((resolve) => {
    let state: 'serving' | 'draining' | 'closing' = 'serving';
    const end = (signal: EndSignal): never => process.exit(128 + constants.signals[signal]);
    const close = (signal: EndSignal): void => {
      if (state === 'closing') return;
      state = 'closing';
      // Otherwise a database that stopped answering would be waited for without end.
      setTimeout(() => {
        process.stderr.write(`business-cloud-service: Work in flight did not finish within ${END_WITHIN_MS} ms and is given up.\n`);
        end(signal);
      }, END_WITHIN_MS).unref();
      resolve();
    };
    const ask = (signal: EndSignal): void => {
      if (state === 'closing') end(signal);
      else if (state === 'draining' || signal === 'SIGINT' || drainMs === 0) close(signal);
      else {
        state = 'draining';
        setTimeout(() => close(signal), drainMs).unref();
        begin();
      }
    };
    process.on('SIGINT', ask).on('SIGTERM', ask);
  });
}

type EndSignal = 'SIGINT' | 'SIGTERM';

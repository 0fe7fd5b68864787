import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { clockControl } from '../clock/clock-control.ts';
import { type Service, startService } from '../service.ts';
import { ServiceError } from '../service-error.ts';
import type { ServingOptions } from './serving-options.ts';

/** A service that answers at addresses of its own. */
export interface Serving {
  readonly service: Service;
  readonly url: string;
  /** Undefined without a test clock. */
  readonly clockUrl: string | undefined;
  close(): Promise<void>;
}

/**
 * Starts a service, and the control of its clock if that is asked for.
 *
 * @param prepare runs before the service answers its first request
 * @throws {ServiceError} `address-in-use` when a port cannot be had
 */
export async function serve(options: ServingOptions, prepare: (service: Service) => Promise<void> = async () => {}): Promise<Serving> {
  const service = await startService(options.service);
  const control = options.testClockPort === undefined ? undefined : clockControl(service.clock);
  const close = async (): Promise<void> => {
    await control?.close();
    await service.close();
  };
  try {
    await prepare(service);
    const url = await listen(service.app, options.host, options.port);
    const controlUrl = control && (await listen(control, '127.0.0.1', options.testClockPort ?? 0));
    return { service, url, clockUrl: controlUrl && `${controlUrl}/clock`, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function listen(app: FastifyInstance, host: string, port: number): Promise<string> {
  try {
    await app.listen({ host, port });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ServiceError('address-in-use', `Port ${port} of ${host} cannot be served (${reason}); choose another.`, { cause });
  }
  const { address, family, port: actual } = app.server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${actual}`;
}

/** Serves until the process is asked to end. */
export async function untilEnded(serving: Serving): Promise<void> {
  await new Promise<void>((resolve) => {
    process.once('SIGINT', resolve);
    process.once('SIGTERM', resolve);
  });
  await serving.close();
}

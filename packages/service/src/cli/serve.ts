import { type Service, startService } from '../composition/service.ts';
import { clockControl } from '../http/clock-control.ts';
import { askedToEnd, listen } from './listening.ts';
import type { ServingSettings } from './serving-settings.ts';

/** A service that answers at addresses of its own. */
export interface Serving {
  readonly service: Service;
  /** Of the Customer API, and of the Admin API unless that is apart. */
  readonly url: string;
  readonly adminUrl: string;
  /** Undefined without a test clock. */
  readonly clockUrl: string | undefined;
  /** Undefined without a port for it. */
  readonly monitorUrl: string | undefined;
  /** How long it still serves what comes after SIGTERM, in milliseconds. */
  readonly drainMs: number;
  close(): Promise<void>;
}

/**
 * Starts a service, and the control of its clock and its monitor if they are asked for.
 *
 * @param prepare runs before the service answers its first request
 * @throws {ServiceError} `address-in-use` when a port cannot be had
 */
export async function serve(settings: ServingSettings, prepare: (service: Service) => Promise<void> = async () => {}): Promise<Serving> {
  const service = await startService(settings.service);
  const control = settings.testClockPort === undefined ? undefined : clockControl(service.clock);
  const close = async (): Promise<void> => {
    await control?.close();
    await service.close();
  };
  const { host, drainMs } = settings;
  try {
    await prepare(service);
    const monitorUrl = settings.monitorPort === undefined ? undefined : await listen(service.monitor, host, settings.monitorPort);
    const controlUrl = control && (await listen(control, '127.0.0.1', settings.testClockPort ?? 0));
    const adminUrl = service.adminApp && (await listen(service.adminApp, host, settings.adminPort ?? 0));
    const url = await listen(service.app, host, settings.port);
    return { service, url, adminUrl: adminUrl ?? url, clockUrl: controlUrl && `${controlUrl}/clock`, monitorUrl, drainMs, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * Says that it serves, until the process is asked to end, and then finishes what it has.
 *
 * @throws {ServiceError} `database-lost`
 */
export async function serveUntilEnded(serving: Serving, ready: string): Promise<void> {
  // Before the line is printed, because its reader may end the process at once.
  const asked = askedToEnd({ drainMs: serving.drainMs, begin: serving.service.drain });
  process.stdout.write(ready);
  const lost = await Promise.race([asked, serving.service.lost]);
  await serving.close();
  if (lost !== undefined) throw lost;
}

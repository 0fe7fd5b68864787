import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { printable } from '#runtime';
import type { EventoType } from '../generated/events.ts';
import { paths } from '../generated/paths.ts';
import { shareDemo } from './demo-access.ts';
import { startDemoService } from './demo-service.ts';
import { LINE_CHARACTERS_MAX } from './options.ts';
import type { ServiceAccess } from './service-access.ts';
import { logIn } from './service-calls.ts';

/** A webhook at a service that lasts as long as this command. */
export interface Registration {
  readonly secret: string;
  readonly id: string;
  /** What to print about it, a line each. */
  readonly lines: readonly string[];
  remove(): Promise<void>;
}

/** What is registered. */
export interface RegistrationOptions {
  readonly url: string;
  readonly events: readonly EventoType[];
  /** The certificate that this command made for itself, and the file that holds it for the service. */
  readonly certificate: string | undefined;
  readonly caFile: string;
}

/** @throws {InputError} when the service does not answer, or refuses the webhook */
export async function register(service: ServiceAccess | 'demo', options: RegistrationOptions): Promise<Registration> {
  const { certificate, caFile } = options;
  if (certificate !== undefined) {
    await mkdir(dirname(caFile), { recursive: true });
    await writeFile(caFile, certificate);
  }
  const forgetCertificate = async () => {
    if (certificate !== undefined) await rm(caFile, { force: true });
  };
  try {
    const registration = service === 'demo' ? await atDemo(options) : await atService(service, options);
    return { ...registration, remove: () => registration.remove().finally(forgetCertificate) };
  } catch (error) {
    await forgetCertificate();
    throw error;
  }
}

async function atDemo(options: RegistrationOptions): Promise<Registration> {
  const demo = await startDemoService(options.caFile);
  try {
    const shared = await shareDemo(demo.access);
    const { secret, id } = await create(demo.access, options);
    return {
      secret,
      id,
      lines: [`demo: ${demo.access.customerUrl}`, 'Make an event happen: npx business-cloud-events trigger Documento.Emit --demo'],
      // The webhook ends with its service.
      async remove() {
        await shared.forget();
        await demo.stop();
      },
    };
  } catch (error) {
    await demo.stop();
    throw error;
  }
}

async function atService(access: ServiceAccess, options: RegistrationOptions): Promise<Registration> {
  const { secret, id } = await create(access, options);
  const trust = [
    `The service must trust ${options.caFile} and may deliver to this machine.`,
    `business-cloud-service does with --delivery-ca ${options.caFile} --delivery-allow 127.0.0.0/8 --delivery-allow ::1/128`,
  ];
  return {
    secret,
    id,
    lines: options.certificate === undefined ? [] : trust,
    async remove() {
      // Logged in anew: the command may have run for longer than a token lasts.
      const { call } = await logIn(access);
      await call('DELETE', paths.deleteWebhook({ id: Number(id) }));
    },
  };
}

// For all companies of the user.
async function create(
  access: ServiceAccess,
  { url, events }: RegistrationOptions,
): Promise<{ readonly secret: string; readonly id: string }> {
  const { call } = await logIn(access);
  const Description = 'business-cloud-events listen';
  const { body } = await call('POST', paths.createWebhook(), { AziendaId: null, Url: url, Description, Events: events });
  return { secret: String(body.secret), id: printable(String(body.id), LINE_CHARACTERS_MAX) };
}

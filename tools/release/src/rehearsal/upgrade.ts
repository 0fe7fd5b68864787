import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ReleaseError } from '../release-error.ts';
import { type HttpsReceiver, startReceiver } from './receiver.ts';
import { type RunningService, untilReady } from './running-service.ts';
import { type Caller, type Entity, logIn, type ServiceCalls } from './service-call.ts';
import type { UserProject } from './user-project.ts';

const SERVICE = '@business-cloud/service';
const STORE = ['--database', 'data.sqlite', '--key-file', 'data.key'];
const FIRST_COMPANY = 'Ferramenta Aurora S.r.l.';
const SECOND_COMPANY = 'Libreria Bologna S.p.A.';
const DELIVERED_WITHIN_MS = 60_000;

/** What a user has when a new version comes out: data of the previous one, and somebody who waits for its events. */
export interface ServiceWithData {
  readonly version: string;
  readonly caller: Caller;
  readonly receiver: HttpsReceiver;
  readonly webhook: Entity;
  /** The first was delivered, the second not yet. */
  readonly contacts: readonly Entity[];
  /** The key and the body of the second contact's creation. */
  readonly creation: { readonly key: string; readonly body: object };
}

/** Installs the service, keeps a company with it, and ends it while one of its events could not be delivered. */
export async function keepService(project: UserProject): Promise<ServiceWithData> {
  const version = await installLatest(project);
  const caller = await addAccounts(project);
  const receiver = await startReceiver(project.folder);
  const service = await start(project, receiver);
  const calls = await logIn(service.ready, caller);
  const wanted = { AziendaId: 1, Url: receiver.url, Events: ['Anagrafica.Create'] };
  const { secret, ...webhook } = await calls.post('config/webhook', wanted, randomUUID());
  receiver.accept(String(secret));
  const creation = { key: randomUUID(), body: { nome: 'Bianchi S.p.A.' } };
  const delivered = await calls.post('1/Anagrafica', { nome: 'Rossi S.r.l.' }, randomUUID());
  await untilTold(receiver, [delivered]);
  receiver.refuse();
  const contacts = [delivered, await calls.post('1/Anagrafica', creation.body, creation.key)];
  await service.stop();
  receiver.accept(String(secret));
  return { version, caller, receiver, webhook, contacts, creation };
}

/**
 * Installs the newest version where the previous one was and starts it on its data.
 *
 * @throws {ReleaseError} with code `rehearsal-failed` when something is lost or does not work any more
 */
export async function upgradeService(project: UserProject, before: ServiceWithData): Promise<string> {
  const { caller, receiver, contacts } = before;
  const version = await installLatest(project);
  if (version === before.version) {
    throw new ReleaseError('rehearsal-failed', `${version} was installed again, although the registry has a newer version.`);
  }
  const service = await start(project, receiver);
  const calls = await logIn(service.ready, caller);
  await requireEverythingKept(calls, before);
  const created = await calls.post('1/Anagrafica', { nome: 'Verdi S.n.c.' }, randomUUID());
  await untilTold(receiver, [...contacts, created]);
  const [first] = contacts;
  await calls.put(`1/Anagrafica/${first?.id}`, { ...first, nome: 'Rossi e figli S.r.l.' });
  await service.stop();
  receiver.close();
  return `${before.version} to ${version}`;
}

async function requireEverythingKept(calls: ServiceCalls, { webhook, contacts, creation }: ServiceWithData): Promise<void> {
  const companies = JSON.stringify(await calls.get('config/Azienda'));
  requireSame('both companies', [FIRST_COMPANY, SECOND_COMPANY].filter((name) => companies.includes(name)).length, 2);
  for (const contact of contacts) requireSame('a contact', await calls.get(`1/Anagrafica/${contact.id}`), contact);
  const { secret: _secret, ...kept } = JSON.parse(JSON.stringify(await calls.get(`config/webhook/${webhook.id}`)));
  requireSame('the webhook', kept, webhook);
  requireSame('the answer kept for a key', await calls.post('1/Anagrafica', creation.body, creation.key), contacts[1]);
  const log = JSON.stringify(await calls.get('config/evento'));
  requireSame('events in the log', log.split('"Anagrafica.Create"').length - 1, contacts.length);
}

async function installLatest(project: UserProject): Promise<string> {
  await project.add([`${SERVICE}@latest`]);
  const manifest = JSON.parse(await readFile(join(project.folder, 'node_modules', SERVICE, 'package.json'), 'utf8'));
  return manifest.version;
}

async function addAccounts(project: UserProject): Promise<Caller> {
  const keep = async (args: readonly string[]): Promise<Record<string, string>> =>
    JSON.parse(await project.run('business-cloud-service', [...args, ...STORE]));
  const { licenseKey = '' } = await keep(['company', 'add', '--id', '1', '--name', FIRST_COMPANY]);
  await keep(['company', 'add', '--id', '2', '--name', SECOND_COMPANY]);
  const { password = '' } = await keep(['user', 'add', '--name', 'ada', '--company', '1', '--company', '2']);
  const { apiKey = '' } = await keep(['key', 'add', '--label', 'Web shop']);
  return { userName: 'ada', password, apiKey, licenseKey };
}

async function start(project: UserProject, { caFile }: HttpsReceiver): Promise<RunningService> {
  const delivery = ['--delivery-allow', '127.0.0.0/8', '--delivery-allow', '::1/128', '--delivery-ca', caFile];
  const line = project.manager.run('business-cloud-service', ['start', '--port', '0', ...STORE, ...delivery]);
  // Not by its flag: an earlier version knows none.
  const program = project.start(line, { BUSINESS_CLOUD_DRAIN_SECONDS: '0' });
  const service = await untilReady(program, (printed) => printed.startsWith('ready: '));
  return { ...service, ready: service.ready.replace('ready: ', '') };
}

/** Waits until the creation of each contact was reported, with a valid signature. */
async function untilTold({ contactIds }: HttpsReceiver, contacts: readonly Entity[]): Promise<void> {
  const missing = (): readonly number[] => contacts.map(({ id }) => id).filter((id) => !contactIds.has(id));
  for (const until = Date.now() + DELIVERED_WITHIN_MS; missing().length > 0; await sleep(50)) {
    if (Date.now() < until) continue;
    throw new ReleaseError('rehearsal-failed', `No event came within ${DELIVERED_WITHIN_MS / 1000} s for contact ${missing().join(', ')}.`);
  }
}

function requireSame(what: string, found: unknown, expected: unknown): void {
  try {
    assert.deepEqual(found, expected);
  } catch {
    const difference = `${JSON.stringify(found)} instead of ${JSON.stringify(expected)}`;
    throw new ReleaseError('rehearsal-failed', `After the upgrade, ${what} is not what it was: ${difference}.`);
  }
}

import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seedDemo, startService } from '@business-cloud/service';
import { pino } from 'pino';
import { defaultReceiver, defaultSurface, defaultTiming } from '../../src/config/defaults.ts';
import type { Target } from '../../src/model/target.ts';
import { createIdentity, type Identity } from '../../src/receiver/authority.ts';
import type { Fault, FaultContext, Faults } from '../mutant.ts';
import { type Answer, bodyOf, type Call, entriesOf, type Forward, isSuccess, withBody } from './message.ts';
import { operationOf } from './operation-of.ts';
import { startProxy } from './proxy.ts';
import { type Relay, startRelay } from './relay.ts';
import { Users } from './users.ts';

/** A running service with a fault, and its description for the suite. */
export interface FaultyService {
  readonly target: Target;
  readonly close: () => Promise<void>;
}

/** The state of a service's clock at the start of a run, and whether the clock control answers with the time. */
export interface ClockControl {
  readonly isAheadMs: number;
  readonly isShown: boolean;
}

/** The certificate of all servers in this process. Creating one takes longer than judging many a rule. */
let ownIdentity: Promise<Identity> | undefined;

/** Starts the reference service, with a mutant's fault in front of it if there is one. */
export async function startFaultyService(mutant?: Faults & { readonly clock?: ClockControl }, tls = false): Promise<FaultyService> {
  const folder = mkdtempSync(join(tmpdir(), 'business-cloud-mutant-'));
  ownIdentity ??= createIdentity(['localhost', '127.0.0.1', '::1']);
  const identity = await ownIdentity;
  const written = (name: string, text: string): string => {
    const file = join(folder, name);
    writeFileSync(file, text);
    return file;
  };
  const caFile = written('ca.pem', identity.authority);
  const [cert, key] = [written('cert.pem', identity.certificate), written('key.pem', identity.key)];
  const service = await startService({
    database: ':memory:',
    sealingKey: randomBytes(32),
    log: pino({ level: 'silent' }),
    deliveryAllow: ['127.0.0.0/8', '::1/128'],
    deliveryCaFile: caFile,
    passwordCost: { memoryKiB: 8, passes: 1 },
    ...mutant?.service,
  });
  const { userName, password, apiKey, companies, otherUser, foreignCompany } = await seedDemo(service);
  const origin = await service.app.listen({ host: '127.0.0.1', port: 0 });
  let aheadMs = 0;
  service.clock.advance(mutant?.clock?.isAheadMs ?? 0);
  const advance = (byMs: number): object => {
    aheadMs += byMs;
    const nowMs = service.clock.advance(byMs);
    return (mutant?.clock?.isShown ?? true) ? { nowMs } : {};
  };
  const asCompany = ({ id, licenseKey }: { id: number; licenseKey: string }): Target['companies'][0] => ({ id: String(id), licenseKey });
  const [first, ...others] = companies.map(asCompany);
  if (first === undefined) throw new Error('the demo has no company');
  const rightful: Target = {
    service: { adminUrl: origin, customerUrl: origin, version: 'v3', headerWord: 'Service' },
    credentials: { userName, password, apiKey, applicationId: 'mutants' },
    companies: [first, ...others],
    otherUser,
    foreignCompany: asCompany(foreignCompany),
    receiver: { ...defaultReceiver, caFile, tls: { cert, key }, senderAddresses: ['127.0.0.1'] },
    surface: defaultSurface,
    controls: { tokenLifetimeAtMostMs: 60 * 86_400_000 },
    // Deliveries come at once here, so the suite need not wait long for those that a fault holds back.
    timing: { ...defaultTiming, deliveryWithinMs: 5_000, quietMs: 300 },
  };
  const users = new Users();
  const context: FaultContext = { target: rightful, aheadMs: () => aheadMs, userOf: (request) => users.of(request) };
  const relay = mutant?.deliveryFault && (await startRelay(identity, mutant.deliveryFault(context)));
  const fault = mutant?.fault?.(context);
  const proxy = await startProxy(
    origin,
    (asked, forward) => handle(asked, users.learning(forward), { fault, relay, advance }),
    tls ? identity : undefined,
  );
  return {
    target: {
      ...rightful,
      service: { ...rightful.service, adminUrl: proxy.url, customerUrl: proxy.url, ...(tls && { caFile }) },
      controls: { ...rightful.controls, clock: `${proxy.url}/clock` },
    },
    close: async () => {
      await proxy.close();
      await service.close();
      await relay?.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

interface Parts {
  readonly fault: Fault | undefined;
  readonly relay: Relay | undefined;
  readonly advance: (byMs: number) => object;
}

async function handle(asked: Call, forward: Forward, { fault, relay, advance }: Parts): Promise<Answer> {
  if (asked.path === '/clock') {
    return { status: 200, headers: [], body: JSON.stringify(advance(Number(bodyOf(asked).advanceMs))) };
  }
  const relayed = relay === undefined ? forward : (request: Call) => throughRelay(request, forward, relay);
  const operation = operationOf(asked.method, asked.path);
  return fault === undefined ? await relayed(asked) : await fault({ ...asked, operation }, relayed);
}

/** Replaces the Url of a receiver with one of the relay on the way to the service, and back in the answer. */
async function throughRelay(request: Call, forward: Forward, relay: Relay): Promise<Answer> {
  const url = bodyOf(request).Url;
  const sent = typeof url === 'string' && /^https:/i.test(url) ? withUrl(request, url, relay.urlFor(url)) : request;
  const answer = await forward(sent);
  const ours = (webhook: Record<string, unknown>): Record<string, unknown> => ({ ...webhook, url: relay.receiverUrl(String(webhook.url)) });
  if (isSuccess(answer) && operationOf(request.method, request.path) === 'listWebhook')
    return withBody(answer, entriesOf(answer).map(ours));
  const { secret, url: answeredUrl } = bodyOf(answer);
  if (!isSuccess(answer) || typeof answeredUrl !== 'string') return answer;
  if (typeof secret === 'string') relay.knowSecret(secret);
  return withBody(answer, { ...bodyOf(answer), url: relay.receiverUrl(answeredUrl) });
}

/** The rest of the text stays unchanged if possible, because a key binds every byte of it. */
function withUrl(request: Call, from: string, to: string): Call {
  const [before, after] = [JSON.stringify(from), JSON.stringify(to)];
  return request.body.includes(before)
    ? { ...request, body: request.body.replace(before, () => after) }
    : withBody(request, { ...bodyOf(request), Url: to });
}

import { connect } from 'node:net';
import { contactTypes, typeFiredBy } from '../api/event-names.ts';
import { createdId } from '../api/identity.ts';
import { webhookBody } from '../api/webhook-body.ts';
import type { OperationId } from '../generated/operations.ts';
import { inShort, isSuccess } from '../http/answer.ts';
import { LostAnswer } from '../http/lost-answer.ts';
import { ConfigurationError } from '../model/configuration-error.ts';
import type { Answer, Call } from '../model/exchange.ts';
import { identifier } from '../model/json.ts';
import { CONTACT_PLACEHOLDER, type Target } from '../model/target.ts';
import { Inconclusive, Skip } from '../model/verdict.ts';
import type { Endpoint } from '../model/webhook.ts';
import { isLook } from '../receiver/attempt.ts';
import type { Receiver } from '../receiver/receiver.ts';
import { removeMadeFor } from './cleanup.ts';
import type { ActiveRun } from './create-run.ts';
import { Doubt, type Inspection } from './inspection.ts';
import { RuleContext } from './rule-context.ts';

const CONNECT_WITHIN_MS = 3_000;

/** The name under which the inspection's objects are created and counted. */
const NAME = 'preflight';

/** Makes the target deliver one event, to see that it reaches the receiver and trusts its certificate. */
export function deliveryLook(run: ActiveRun): Inspection {
  return {
    what: 'certificate trust and one delivery',
    needs: ['receiver', 'Admin API and credentials', 'Customer API', `company ${run.target.companies[0].id}`],
    look: async () => {
      try {
        return await deliverOne(run);
      } catch (error) {
        if (error instanceof Inconclusive || error instanceof Skip || error instanceof LostAnswer) throw new Doubt(`${error.message}.`);
        throw error;
      } finally {
        await removeMadeFor(run, NAME);
      }
    },
  };
}

async function deliverOne(run: ActiveRun): Promise<string> {
  const context = new RuleContext(NAME, run);
  const { companies, surface, timing } = run.target;
  const [company] = companies;
  const types = contactTypes(context);
  const receiver = await run.webhooks.start();
  const delivered = `an event was delivered to ${receiver.publicUrl}`;
  const endpoint = await listen(context, types.create);
  const api = await context.api();
  const body = { ...surface.bodies.anagrafica, nome: context.fresh() };
  const created = await done(context, api.call('createAnagrafica', { company, body }));
  if (await arrives(context, endpoint)) return delivered;
  if (endpoint.attempts.length > 0)
    throw new Doubt(`the target only probed ${receiver.publicUrl}, and delivered no event for a created contact.`);
  // A target without events for contacts may fire others. Then the rules judge it, and the way to the receiver is fine.
  if (receiver.traffic.connections === 0) await awaitOtherEvents(context, createdId(created, 'anagrafica'));
  if (receiver.traffic.requests > 0 && run.webhooks.openedFor(NAME).some(hasDelivery))
    throw new Doubt(`${delivered}, but none for a created contact within timing.deliveryWithinMs (now ${timing.deliveryWithinMs}).`);
  const sentTo = `The target must deliver to ${receiver.publicUrl} within ${timing.deliveryWithinMs / 1000} s`;
  throw new ConfigurationError(`${sentTo}, ${await whyUndelivered(run, receiver)}`);
}

/** Triggers events of other types (a stock item, a document, the deletion of the contact), and waits for the first of them. */
async function awaitOtherEvents(context: RuleContext, contact: string | undefined): Promise<void> {
  const { surface, companies } = context.target;
  const [company] = companies;
  const { articolo, documento } = surface.bodies;
  const api = await context.api();
  const ofContact = contact !== undefined && documento.anagraficaId === CONTACT_PLACEHOLDER && { anagraficaId: identifier(contact) };
  const calls: readonly (readonly [OperationId, () => Call])[] = [
    ['createArticolo', () => api.call('createArticolo', { company, body: { ...articolo, codice: context.fresh() } })],
    ['createDocumento', () => api.call('createDocumento', { company, body: { ...documento, ...ofContact } })],
    ...(contact === undefined ? [] : [['deleteAnagrafica', () => api.call('deleteAnagrafica', { company, id: contact })] as const]),
  ];
  const endpoints: Endpoint[] = [];
  for (const [operation, call] of calls) {
    const type = typeFiredBy(operation, context.target);
    try {
      if (type === undefined) continue;
      const endpoint = await listen(context, type);
      await done(context, call());
      endpoints.push(endpoint);
    } catch (error) {
      // An operation that the target lacks says nothing about its deliveries.
      if (!(error instanceof Doubt || error instanceof Skip)) throw error;
    }
  }
  const first = endpoints.map(async (endpoint) => (await arrives(context, endpoint)) || Promise.reject(new Doubt()));
  await Promise.any(first).catch(() => undefined);
}

/** Creates a webhook of the first company for one type of event. */
async function listen(context: RuleContext, type: string): Promise<Endpoint> {
  const [company] = context.target.companies;
  const { endpoint, url } = await context.run.webhooks.open(NAME);
  await done(context, (await context.api()).call('createWebhook', { company, body: webhookBody(company, url, endpoint.name, [type]) }));
  return endpoint;
}

/** @throws Doubt unless the answer is 2xx */
async function done(context: RuleContext, call: Call): Promise<Answer> {
  const answer = await context.send(call);
  if (!isSuccess(answer))
    throw new Doubt(`no delivery can be tested, because ${call.operation} is answered ${inShort(answer)}: the rules will tell.`);
  return answer;
}

async function arrives({ target }: RuleContext, endpoint: Endpoint): Promise<boolean> {
  return await endpoint.until(() => hasDelivery(endpoint), target.timing.deliveryWithinMs);
}

function hasDelivery({ attempts }: Endpoint): boolean {
  return attempts.some((attempt) => !isLook(attempt));
}

/** Says why nothing arrived: an unreachable address, an untrusted certificate, or a path that changes on the way. */
async function whyUndelivered({ target }: ActiveRun, { traffic: reached, listensOn, publicUrl }: Receiver): Promise<string> {
  const { connections, requests, refusedHandshakes } = reached;
  if (connections === 0) return `but nothing connected to ${listensOn}: ${await whyUnreached(target, publicUrl)}.`;
  if (requests > 0)
    return 'but the requests that came were for another path. Check that receiver.publicUrl reaches the receiver with its path unchanged.';
  const how = refusedHandshakes.length === 0 ? 'ended the connection' : `broke off (${refusedHandshakes[0]})`;
  const trusted = target.receiver.tls
    ? 'check that it trusts the issuer of receiver.tls.cert, and that the certificate names the host of receiver.publicUrl'
    : `make it trust ${target.receiver.caFile}, which each run rewrites, and check that it reads the file again`;
  return `but it ${how} before it sent anything: it does not trust the certificate; ${trusted}.`;
}

/** An address that cannot be reached from here is wrong. One that can may still be unreachable for the target, or refused by it. */
async function whyUnreached({ surface }: Target, publicUrl: string): Promise<string> {
  const problem = await connectionProblem(new URL(publicUrl));
  if (problem !== undefined)
    return `${publicUrl} cannot be reached from here either (${problem}); correct receiver.publicUrl or receiver.listen`;
  return `the address can be reached from here. The target may not reach it, may take longer (timing.deliveryWithinMs), may fire no event for what was created and deleted (surface.eventObjects.anagrafica, now ${surface.eventObjects.anagrafica}), or may refuse private addresses (as it should) until it is configured to allow this one`;
}

/** The error code of a failed connection; undefined if it succeeds. */
async function connectionProblem({ hostname, port }: URL): Promise<string | undefined> {
  const socket = connect({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 443), timeout: CONNECT_WITHIN_MS });
  try {
    return await new Promise((resolve) => {
      socket.once('connect', () => resolve(undefined)).once('timeout', () => resolve('no answer in time'));
      socket.once('error', (error) => resolve('code' in error ? String(error.code) : error.message));
    });
  } finally {
    socket.destroy();
  }
}

import { connect } from 'node:net';
import { contactTypes } from '../api/event-names.ts';
import { createdId } from '../api/identity.ts';
import { webhookBody } from '../api/webhook-body.ts';
import { inShort, isSuccess } from '../http/answer.ts';
import { LostAnswer } from '../http/driver.ts';
import type { Endpoint } from '../model/attempt.ts';
import { ConfigurationError } from '../model/configuration-error.ts';
import type { Answer, Call } from '../model/exchange.ts';
import type { Target } from '../model/target.ts';
import { Inconclusive, Skip } from '../model/verdict.ts';
import { isLook } from '../receiver/attempt.ts';
import type { Receiver } from '../receiver/receiver.ts';
import type { ActiveRun } from './active-run.ts';
import { removeWebhooks } from './cleanup.ts';
import { Doubt, type Inspection } from './inspection.ts';
import { RuleContext } from './rule-context.ts';

const CONNECT_WITHIN_MS = 3_000;

/** What the look's own objects are named and counted by. */
const NAME = 'preflight';

/** Lets the target deliver one event: it must reach the receiver, and trust its certificate. */
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
        await removeWebhooks(run, NAME);
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
    throw new Doubt(`the target only looked whether somebody is at ${receiver.publicUrl}, and fired no event for a created contact.`);
  const id = createdId(created, 'anagrafica');
  // A target that lacks one type of event may fire others: then its rules tell, and not the way to the receiver.
  if (receiver.traffic.connections === 0 && id !== undefined && surface.anagraficaDelete !== null) {
    const other = await listen(context, types.delete);
    await done(context, api.call('deleteAnagrafica', { company, id }));
    if (await arrives(context, other)) throw new Doubt(`${delivered} for a contact that was deleted, and none for one that was created.`);
  }
  const sentTo = `The target was to deliver to ${receiver.publicUrl} within ${timing.deliveryWithinMs / 1000} s`;
  throw new ConfigurationError(`${sentTo}, ${await explain(run, receiver)}`);
}

/** A webhook of the first company for one type of event. */
async function listen(context: RuleContext, type: string): Promise<Endpoint> {
  const [company] = context.target.companies;
  const { endpoint, url } = await context.run.webhooks.open(NAME);
  await done(context, (await context.api()).call('createWebhook', { company, body: webhookBody(company, url, endpoint.name, [type]) }));
  return endpoint;
}

/** @throws Doubt where the target does not do it */
async function done(context: RuleContext, call: Call): Promise<Answer> {
  const answer = await context.send(call);
  if (!isSuccess(answer))
    throw new Doubt(`no delivery can be seen, since ${call.operation} is answered ${inShort(answer)}: the rules will tell.`);
  return answer;
}

async function arrives({ target }: RuleContext, endpoint: Endpoint): Promise<boolean> {
  return await endpoint.until(() => endpoint.attempts.some((attempt) => !isLook(attempt)), target.timing.deliveryWithinMs);
}

/** Distinguishes an address that cannot be reached, a certificate that is not trusted, and a path that is lost on the way. */
async function explain({ target }: ActiveRun, { traffic: reached, listensOn, publicUrl }: Receiver): Promise<string> {
  const { connections, requests, refusedHandshakes } = reached;
  if (connections === 0) return `and nothing connected to ${listensOn}: ${await whyUnreached(target, publicUrl)}.`;
  if (requests > 0) return 'and what came was for another path: see that receiver.publicUrl leads to the receiver with its path unchanged.';
  const how = refusedHandshakes.length === 0 ? 'ended the connection' : `broke off (${refusedHandshakes[0]})`;
  const trusted = target.receiver.tls
    ? 'see that it trusts the issuer of receiver.tls.cert, and that the certificate names the host of receiver.publicUrl'
    : `let it trust ${target.receiver.caFile}, which each run writes anew, and see that it reads the file again`;
  return `and it connected but ${how} before it sent anything: it does not trust the certificate; ${trusted}.`;
}

/** An address that cannot be reached from here is wrong; one that can may still be out of the target's reach, or refused by it. */
async function whyUnreached({ surface }: Target, publicUrl: string): Promise<string> {
  const problem = await connectionProblem(new URL(publicUrl));
  if (problem !== undefined) return `from here too ${publicUrl} leads nowhere (${problem}); correct receiver.publicUrl or receiver.listen`;
  return `from here the address is reached, so that the target stands where it is not, fires no event for a contact that is created or deleted (surface.eventObjects.anagrafica, now ${surface.eventObjects.anagrafica}), or refuses private addresses (as it should) until it is told to allow this one`;
}

/** The code of the error with which a connection fails; undefined where it succeeds. */
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

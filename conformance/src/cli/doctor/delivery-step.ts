import { connect } from 'node:net';
import type { ActiveRun } from '../../engine/active-run.ts';
import type { Inspection } from '../../engine/preflight.ts';
import { RuleContext } from '../../engine/rule-context.ts';
import { ConfigurationError } from '../../model/configuration-error.ts';
import { isLook } from '../../receiver/attempt.ts';
import type { Receiver } from '../../receiver/receiver.ts';
import { contactBody } from '../../scenarios/resources/contacts.ts';
import { createWebhook } from '../../scenarios/webhooks/create-webhook.ts';

const CONNECT_WITHIN_MS = 3_000;

/** Lets the target deliver one event: it must reach the receiver, and trust its certificate. */
export function deliveryStep(run: ActiveRun): Inspection {
  return {
    what: 'certificate trust and one delivery',
    needs: ['receiver', 'Admin API and credentials', 'Customer API', `company ${run.target.companies[0].id}`],
    look: () => deliverOne(run),
  };
}

async function deliverOne(run: ActiveRun): Promise<string> {
  const context = new RuleContext('doctor', run);
  const { companies, surface, timing } = run.target;
  const [company] = companies;
  const receiver = await run.webhooks.start();
  const webhook = await createWebhook(context, company, [`${surface.eventObjects.anagrafica}.Create`]);
  const api = await context.api();
  await context.prepare(api.call('createAnagrafica', { company, body: contactBody(context, context.fresh()) }));
  const { endpoint } = webhook;
  const came = await endpoint.until(() => endpoint.attempts.some((attempt) => !isLook(attempt)), timing.deliveryWithinMs);
  const sentTo = `The target was to deliver to ${receiver.publicUrl} within ${timing.deliveryWithinMs / 1000} s`;
  const onlyLooks = 'and only looked whether somebody is there: see that it fires an event for a created contact.';
  if (!came) throw new ConfigurationError(`${sentTo}, ${endpoint.attempts.length > 0 ? onlyLooks : await explain(run, receiver)}`);
  return `an event was delivered to ${receiver.publicUrl}`;
}

/** Distinguishes an address that cannot be reached, a certificate that is not trusted, and a path that is lost on the way. */
async function explain({ target }: ActiveRun, { traffic: reached, listensOn, publicUrl }: Receiver): Promise<string> {
  const { connections, requests, refusedHandshakes } = reached;
  if (connections === 0) return `and nothing connected to ${listensOn}: ${await whyUnreached(publicUrl)}.`;
  if (requests > 0) return 'and what came was for another path: see that receiver.publicUrl leads to the receiver with its path unchanged.';
  const how = refusedHandshakes.length === 0 ? 'ended the connection' : `broke off (${refusedHandshakes[0]})`;
  const trusted = target.receiver.tls
    ? 'see that it trusts the issuer of receiver.tls.cert, and that the certificate names the host of receiver.publicUrl'
    : `let it trust ${target.receiver.caFile}, which each run writes anew, and see that it reads the file again`;
  return `and it connected but ${how} before it sent anything: it does not trust the certificate; ${trusted}.`;
}

/** An address that cannot be reached from here is wrong; one that can may still be out of the target's reach, or refused by it. */
async function whyUnreached(publicUrl: string): Promise<string> {
  const problem = await connectionProblem(new URL(publicUrl));
  if (problem !== undefined) return `from here too ${publicUrl} leads nowhere (${problem}); correct receiver.publicUrl or receiver.listen`;
  return 'from here the address is reached, so that the target stands where it is not, fires no event for a created contact, or refuses private addresses (as it should) until it is told to allow this one';
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

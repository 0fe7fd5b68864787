import { ConfigurationError } from '../config/configuration-error.ts';
import type { Reached } from '../receiver/receiver.ts';
import type { Step } from '../run/preflight.ts';
import { type Bench, Trial } from '../run/trial.ts';
import { contactBody } from '../target/contacts.ts';

/** Lets the target deliver one event: it must reach the receiver, and trust its certificate. */
export function deliveryStep(bench: Bench): Step {
  return {
    what: 'certificate trust and one delivery',
    needs: ['receiver', 'Admin API and credentials', 'Customer API', `company ${bench.target.companies[0].id}`],
    look: () => deliverOne(bench),
  };
}

async function deliverOne(bench: Bench): Promise<string> {
  const trial = new Trial('doctor', bench);
  const { companies, surface, timing } = bench.target;
  const [company] = companies;
  const receiver = await bench.webhooks.start();
  const hook = await bench.webhooks.create(trial, company, [`${surface.eventObjects.anagrafica}.Create`]);
  const api = await trial.api();
  await trial.prepare(api.call('createAnagrafica', { company, body: contactBody(trial, trial.fresh()) }));
  const came = await hook.endpoint.until(() => hook.endpoint.deliveries.length > 0, timing.deliveryWithinMs);
  const sentTo = `The target was to deliver to ${receiver.publicUrl} within ${timing.deliveryWithinMs / 1000} s`;
  if (!came) throw new ConfigurationError(`${sentTo}, ${explain(bench, receiver.reached)}`);
  return `an event was delivered to ${receiver.publicUrl}`;
}

/** Tells an address that is not reached from a certificate that is not trusted, and both from a path that is lost. */
function explain({ target: { receiver } }: Bench, { connections, requests, refusedHandshakes }: Reached): string {
  if (connections === 0)
    return `and nothing connected to ${receiver.listen}: correct receiver.publicUrl or receiver.listen; if the target refuses private addresses (as it should), allow this one there.`;
  if (requests > 0) return 'and what came was for another path: see that receiver.publicUrl leads to the receiver with its path unchanged.';
  const how = refusedHandshakes.length === 0 ? 'ended the connection' : `broke off (${refusedHandshakes[0]})`;
  const trusted = receiver.tls
    ? 'see that it trusts the issuer of receiver.tls.cert, and that the certificate names the host of receiver.publicUrl'
    : `let it trust ${receiver.caFile}, which each run writes anew, and see that it reads the file again`;
  return `and it connected but ${how} before it sent anything: it does not trust the certificate; ${trusted}.`;
}

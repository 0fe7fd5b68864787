import { ConfigurationError } from '../config/configuration-error.ts';
import type { Company } from '../config/target.ts';
import { authenticateCall, Requests } from '../target/requests.ts';
import { type Answer, header, isSuccess } from '../wire/answer.ts';
import type { Call } from '../wire/call.ts';
import { LostAnswer } from '../wire/driver.ts';
import type { Bench } from './trial.ts';

type Send = (call: Call) => Promise<Answer>;

/**
 * Looks at the configuration before anything is judged: most that goes wrong is in it. Only what cannot be the target's fault stops the
 * run; what may be is left to the rules.
 * @throws ConfigurationError with one sentence that says what to correct.
 */
export async function preflight(bench: Bench): Promise<void> {
  const send: Send = (call) => bench.driver.send(call, (exchange) => bench.observe?.('preflight', exchange));
  const { service } = bench.target;
  await bench.webhooks.start();
  await probeKeepAlive(bench);
  const answer = await reach(send, authenticateCall(bench.target), 'service.adminUrl', service.adminUrl);
  if (answer.status === 404)
    throw new ConfigurationError(
      `service.adminUrl: ${service.adminUrl} answers 404 to authenticate; correct it, or service.version (${service.version}).`,
    );
  if (answer.status === 429) {
    throw new ConfigurationError(
      `credentials.userName: authenticate answers 429 (Retry-After: ${header(answer, 'Retry-After') ?? 'none'}): the user is slowed down after failed attempts; try again later.`,
    );
  }
  const admitted = await admit(bench, send, answer);
  await reach(send, new Requests(bench.target, 'none').call('listAzienda'), 'service.customerUrl', service.customerUrl);
  if (admitted) for (const [index, company] of bench.target.companies.entries()) await checkCompany(bench, send, company, index);
  await checkClock(bench);
}

/** Two calls with a pause between, on one connection where the target keeps it: one that closes it without a word is not reused. */
async function probeKeepAlive(bench: Bench): Promise<void> {
  const call = new Requests(bench.target, 'none').call('listAzienda');
  for (let attempt = 0; attempt < 3; attempt += 1) {
    try {
      await bench.driver.send(call, () => {});
    } catch (error) {
      if (!(error instanceof LostAnswer)) throw error;
      if (attempt > 0) await bench.driver.giveUpKeepAlive();
    }
  }
}

async function reach(send: Send, call: Call, setting: string, url: string): Promise<Answer> {
  try {
    return await send(call);
  } catch (error) {
    if (!(error instanceof LostAnswer)) throw error;
    throw new ConfigurationError(`${setting}: ${url} cannot be reached (${error.code}); start the service, or correct the address.`);
  }
}

/** Whether there is a token to go on with. A target that wants a license key at authenticate gets one: AUTH-07 reports it. */
async function admit(bench: Bench, send: Send, answer: Answer): Promise<boolean> {
  if (isSuccess(answer)) return (header(answer, 'X-Token')?.trim() ?? '') !== '';
  if (answer.status !== 401 && answer.status !== 403) return false;
  bench.session.sendsLicenseKey = true;
  if (isSuccess(await send(bench.session.authenticateCall()))) return true;
  bench.session.sendsLicenseKey = false;
  const refused = answer.status === 401 ? 'credentials.userName and credentials.password are' : 'credentials.apiKey is';
  throw new ConfigurationError(
    `${refused} refused: authenticate answers ${answer.status}; correct them. (If they are right, the target breaks AUTH-01.)`,
  );
}

/** A license key that is refused everywhere, by a token that is accepted elsewhere, is a wrong one. */
async function checkCompany(bench: Bench, send: Send, company: Company, index: number): Promise<void> {
  const requests = new Requests(bench.target, await bench.session.newToken(send));
  const scoped = await send(requests.call('listArticolo', { company }));
  if (scoped.status !== 403) return;
  const configuration = await send(requests.call('listAzienda', { company }));
  if (configuration.status !== 403) return;
  throw new ConfigurationError(
    `companies[${index}]: company ${company.id} is refused with its license key (403), and so is that key everywhere; correct id or licenseKey.`,
  );
}

async function checkClock(bench: Bench): Promise<void> {
  const { clock } = bench.target.controls;
  try {
    await bench.clock?.advance(1);
  } catch (error) {
    throw new ConfigurationError(
      `controls.clock: ${clock} does not move the clock (${error instanceof Error ? error.message : String(error)}); correct it, or leave it out.`,
    );
  }
}

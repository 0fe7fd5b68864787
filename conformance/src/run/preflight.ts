import { ConfigurationError } from '../config/configuration-error.ts';
import type { Company } from '../config/target.ts';
import { authenticateCall, Requests } from '../target/requests.ts';
import { type Answer, header, isSuccess } from '../wire/answer.ts';
import type { Call } from '../wire/call.ts';
import { LostAnswer } from '../wire/driver.ts';
import type { Bench } from './trial.ts';

type Send = (call: Call) => Promise<Answer>;

/** One look at the configuration or the target. */
export interface Step {
  /** What is looked at, as a person would name it. */
  readonly what: string;
  /** Steps that must have been right for this one to say anything. */
  readonly needs: readonly string[];
  /** Answers what was found. @throws ConfigurationError with one sentence that says what to correct. */
  readonly look: () => Promise<string>;
}

/**
 * Looks at the configuration before anything is judged: most that goes wrong is in it. Only what cannot be the target's fault stops the
 * run; what may be is left to the rules.
 * @throws ConfigurationError with one sentence that says what to correct.
 */
export async function preflight(bench: Bench): Promise<void> {
  for (const step of preflightSteps(bench)) await step.look();
}

/** The looks in their order, one for each thing that can be wrong. */
export function preflightSteps(bench: Bench): readonly Step[] {
  const send: Send = (call) => bench.driver.send(call, (exchange) => bench.observe?.('preflight', exchange));
  const { service, companies, receiver } = bench.target;
  let admitted = false;
  return [
    {
      what: 'receiver',
      needs: [],
      look: async () => {
        await bench.webhooks.start();
        return receiver.tls
          ? `listens on ${receiver.listen} with your certificate`
          : `listens on ${receiver.listen}; its authority's certificate is in ${receiver.caFile}`;
      },
    },
    {
      what: 'Admin API and credentials',
      needs: [],
      look: async () => {
        await probeKeepAlive(bench);
        admitted = await signIn(bench, send);
        return admitted ? `${service.adminUrl} lets the user in` : `${service.adminUrl} answers, but gives no token: AUTH-01 will tell`;
      },
    },
    {
      what: 'Customer API',
      needs: [],
      look: async () => {
        const call = new Requests(bench.target, 'none').call('listAzienda');
        const answer = await reach(send, call, 'service.customerUrl', service.customerUrl);
        return `${service.customerUrl} answers (${answer.status} to a call without a token)`;
      },
    },
    ...companies.map((company, index) => ({
      what: `company ${company.id}`,
      needs: ['Admin API and credentials', 'Customer API'],
      look: async () => {
        if (!admitted) return 'cannot be looked at without a token';
        await checkCompany(bench, send, company, index);
        return 'its license key is accepted';
      },
    })),
    { what: 'clock control', needs: [], look: () => checkClock(bench) },
  ];
}

/** Whether there is a token to go on with. @throws ConfigurationError */
async function signIn(bench: Bench, send: Send): Promise<boolean> {
  const { service } = bench.target;
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
  return await admit(bench, send, answer);
}

/** Two calls with a pause between, on one connection where the target keeps it: one that closes it without a word is not reused. */
async function probeKeepAlive(bench: Bench): Promise<void> {
  const call = new Requests(bench.target, 'none').call('listAzienda');
  for (let attempt = 0; attempt < 3; attempt += 1) {
    try {
      await bench.driver.send(call, (exchange) => bench.observe?.('preflight', exchange));
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

async function checkClock(bench: Bench): Promise<string> {
  const { clock } = bench.target.controls;
  if (clock === undefined) return 'none: what takes hours or days is skipped';
  try {
    await bench.clock?.advance(1);
  } catch (error) {
    if (bench.signal.aborted) throw error;
    throw new ConfigurationError(
      `controls.clock: ${clock} does not move the clock (${error instanceof Error ? error.message : String(error)}); correct it, or leave it out.`,
    );
  }
  return `${clock} moves the clock`;
}

import { headerNames } from '../api/header-names.ts';
import { authenticateCall, RequestBuilder } from '../api/requests.ts';
import { tokenIn } from '../api/session.ts';
import { header, isSuccess } from '../http/answer.ts';
import { LostAnswer } from '../http/driver.ts';
import { ConfigurationError } from '../model/configuration-error.ts';
import type { Answer, Send } from '../model/exchange.ts';
import type { Company, ServiceConfig, Target } from '../model/target.ts';
import { Inconclusive } from '../model/verdict.ts';
import type { ActiveRun } from './active-run.ts';
import { asIfNotSent, Doubt, isSame, lookAtCompany, withoutServiceHeaders } from './company-inspection.ts';
import { reach } from './reach.ts';

/** One look at the configuration or the target. */
export interface Inspection {
  /** What is looked at, as a person would name it. */
  readonly what: string;
  /** Steps that must have been right for this one to say anything. */
  readonly needs: readonly string[];
  /** Answers what was found. @throws ConfigurationError, Doubt with one sentence that says what to correct. */
  readonly look: () => Promise<string>;
}

/**
 * Looks at the configuration before anything is judged: most that goes wrong is in it. Only what cannot be the target's fault stops the
 * run; what may be is left to the rules. All of them are done at once, except those that need another one first.
 * @throws ConfigurationError with one sentence that says what to correct: the first of the steps that says so.
 */
export async function preflight(run: ActiveRun): Promise<void> {
  const looks = new Map<string, Promise<unknown>>();
  for (const { what, needs, look } of inspections(run)) {
    const needed = Promise.all(needs.map((need) => looks.get(need)));
    const taken = needed.then(look).catch(unlessDoubt);
    // What is wrong is thrown below, the first thing only.
    taken.catch(() => {});
    looks.set(what, taken);
  }
  for (const taken of looks.values()) await taken;
}

function unlessDoubt(error: unknown): void {
  if (!(error instanceof Doubt)) throw error;
}

/** The looks in their order, one for each thing that can be wrong. What one needs stands before it. */
export function inspections(run: ActiveRun): readonly Inspection[] {
  const send: Send = (call) => run.driver.send(call, (exchange) => run.observe?.('preflight', exchange));
  const { service, companies, otherUser, receiver } = run.target;
  let admitted = false;
  return [
    {
      what: 'receiver',
      needs: [],
      look: async () => {
        const { listensOn } = await run.webhooks.start();
        return receiver.tls
          ? `listens on ${listensOn} with your certificate`
          : `listens on ${listensOn}; its authority's certificate is in ${receiver.caFile}`;
      },
    },
    {
      what: 'Admin API and credentials',
      needs: [],
      look: async () => {
        await probeKeepAlive(run);
        const token = await signIn(run, send);
        admitted = token !== undefined;
        if (token !== undefined) run.session.isSingle = await endsSessions(run, send, token);
        return admitted ? `${service.adminUrl} lets the user in` : `${service.adminUrl} answers, but gives no token: AUTH-01 will tell`;
      },
    },
    {
      what: 'Customer API',
      needs: [],
      look: async () => {
        const call = new RequestBuilder(run.target, 'none').call('listAzienda');
        const answer = await reach(send, call, addressOf('customerUrl', service));
        return `${service.customerUrl} answers (${answer.status} to a call without a token)`;
      },
    },
    ...companies.map((company, index) => ({
      what: `company ${company.id}`,
      needs: ['Admin API and credentials', 'Customer API'],
      look: async () => {
        if (!admitted) return 'cannot be looked at without a token';
        return await checkCompany(run, send, company, index);
      },
    })),
    ...(otherUser === undefined
      ? []
      : [{ what: 'the other user', needs: ['Admin API and credentials'], look: () => checkOtherUser(run, send, otherUser) }]),
    { what: 'clock control', needs: [], look: () => checkClock(run) },
  ];
}

function addressOf(api: 'adminUrl' | 'customerUrl', { [api]: url, proxy }: ServiceConfig): Parameters<typeof reach>[2] {
  const address = { setting: `service.${api}`, url, peer: 'service', caSetting: 'service.caFile' } as const;
  return proxy === undefined ? address : { ...address, through: 'service.proxy' };
}

/** A token, if the target gives one. @throws ConfigurationError */
async function signIn(run: ActiveRun, send: Send): Promise<string | undefined> {
  const { service } = run.target;
  const answer = await reach(send, authenticateCall(run.target), addressOf('adminUrl', service));
  if (answer.status === 404)
    throw new ConfigurationError(
      `service.adminUrl: ${service.adminUrl} answers 404 to authenticate; correct it, or service.version (${service.version}).`,
    );
  if (answer.status === 429) {
    throw new ConfigurationError(
      `credentials.userName: authenticate answers 429 (Retry-After: ${header(answer, 'Retry-After') ?? 'none'}): the user is slowed down after failed attempts; try again later.`,
    );
  }
  return await admit(run, send, answer);
}

/** Whether authenticating again ends the session that was there: the later token, which the run goes on with, is accepted, and the earlier no longer. */
async function endsSessions(run: ActiveRun, send: Send, earlier: string): Promise<boolean> {
  run.session.tokens.add(earlier);
  const later = await run.session.token(send);
  const listedWith = (token: string): Promise<Answer> => send(new RequestBuilder(run.target, token).call('listAzienda'));
  return earlier !== later && (await listedWith(earlier)).status === 401 && isSuccess(await listedWith(later));
}

/** Two calls with a pause between, on one connection where the target keeps it: one that closes it without a word is not reused. */
async function probeKeepAlive(run: ActiveRun): Promise<void> {
  const call = new RequestBuilder(run.target, 'none').call('listAzienda');
  for (let attempt = 0; attempt < 3; attempt += 1) {
    try {
      await run.driver.send(call, (exchange) => run.observe?.('preflight', exchange));
    } catch (error) {
      if (!(error instanceof LostAnswer)) throw error;
      if (attempt > 0) await run.driver.giveUpKeepAlive();
    }
  }
}

/** The token of the answer. A target that wants a license key at authenticate gets one: AUTH-07 reports it. */
async function admit(run: ActiveRun, send: Send, answer: Answer): Promise<string | undefined> {
  if (isSuccess(answer)) return tokenIn(answer);
  if (answer.status !== 401 && answer.status !== 403) return undefined;
  run.session.sendsLicenseKey = true;
  const other = await send(run.session.authenticateCall());
  if (isSuccess(other)) return tokenIn(other);
  run.session.sendsLicenseKey = false;
  throw new ConfigurationError(`${await refusedCredential(run, send, answer)}. (If they are right, the target breaks AUTH-01.)`);
}

/** A call without the API key is answered for the lack of it: the same answer says that the key is what is refused, or not seen. */
async function refusedCredential(run: ActiveRun, send: Send, answer: Answer): Promise<string> {
  const { headerWord } = run.target.service;
  const bare = await send(withoutServiceHeaders(authenticateCall(run.target), headerWord));
  const said = `authenticate answers ${answer.status}`;
  if (!isSame(bare, answer)) return `credentials.userName and credentials.password are refused: ${said}; correct them`;
  const settings = answer.status === 401 ? 'credentials.userName, credentials.password or credentials.apiKey' : 'credentials.apiKey';
  return `${settings} is refused: ${said}${asIfNotSent(headerNames(headerWord).apiKey, headerWord)}; correct it`;
}

/** What cannot be looked at, because the target breaks off, is left to the rules. */
async function checkCompany(run: ActiveRun, send: Send, company: Company, index: number): Promise<string> {
  try {
    const requests = await run.session.requests(send);
    return await lookAtCompany({ requests, send, company, setting: `companies[${index}]` });
  } catch (error) {
    if (!(error instanceof LostAnswer || error instanceof Inconclusive)) throw error;
    throw new Doubt(`${error.message}: the rules will tell.`);
  }
}

/** Only what is certainly wrong stops the run: a user whom the target does not let in. */
async function checkOtherUser(run: ActiveRun, send: Send, otherUser: NonNullable<Target['otherUser']>): Promise<string> {
  const answer = await send(run.session.authenticateCall({ ...run.target.credentials, ...otherUser }));
  if (answer.status === 401)
    throw new ConfigurationError(
      `otherUser.userName and otherUser.password are refused: authenticate answers 401; correct them, or leave otherUser out.`,
    );
  if (!isSuccess(answer)) throw new Doubt(`authenticate answers ${answer.status}: IDEM-16 is judged without the other user.`);
  return 'is let in';
}

async function checkClock(run: ActiveRun): Promise<string> {
  const { clock } = run.target.controls;
  if (clock === undefined) return 'none: what takes hours or days is skipped';
  try {
    await run.clock?.advance(1);
  } catch (error) {
    if (run.signal.aborted) throw error;
    throw new ConfigurationError(
      `controls.clock: ${clock} does not move the clock (${(error instanceof Error ? error.message : String(error)).replace('controls.clock: ', '')}); correct it, or leave it out.`,
    );
  }
  return `${clock} moves the clock`;
}

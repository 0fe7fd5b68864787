import { RequestBuilder } from '../api/requests.ts';
import { tokenIn } from '../api/session.ts';
import { inShort } from '../http/answer.ts';
import { againWhileLost, LostAnswer } from '../http/lost-answer.ts';
import { ConfigurationError } from '../model/configuration-error.ts';
import type { Answer, Send } from '../model/exchange.ts';
import type { Target } from '../model/target.ts';
import { Inconclusive } from '../model/verdict.ts';
import { AbsentOperations } from './absent-operations.ts';
import { removeMadeFor } from './cleanup.ts';
import type { ActiveRun } from './create-run.ts';
import { deliveryLook } from './delivery-look.ts';
import { Doubt, endsSessions, type Inspection, lookAtCompany, signIn } from './inspection.ts';
import { addressOf, reach } from './reach.ts';
import { RuleContext } from './rule-context.ts';

/**
 * Inspects the configuration before anything is judged, because most problems are there. All inspections run at once, except those that
 * need another one first. Only a problem that cannot be the target's fault stops the run.
 * @param awaitsDelivery whether to test a delivery too
 * @throws ConfigurationError with one sentence that says what to correct, from the first inspection that fails
 */
export async function preflight(run: ActiveRun, awaitsDelivery = false): Promise<void> {
  const looks = new Map<string, Promise<unknown>>();
  for (const { what, needs, look } of [...inspections(run), ...(awaitsDelivery ? [requiredDelivery(run)] : [])]) {
    const needed = Promise.all(needs.map((need) => looks.get(need)));
    const taken = needed.then(look).catch(unlessDoubt);
    // Only the first error is thrown, below.
    taken.catch(() => {});
    looks.set(what, taken);
  }
  for (const taken of looks.values()) await taken;
}

/** The inspection of a delivery, whose error also says how to run without one. */
function requiredDelivery(run: ActiveRun): Inspection {
  const { look, ...inspection } = deliveryLook(run);
  const orElse = (error: unknown): never => {
    if (!(error instanceof ConfigurationError)) throw error;
    throw new ConfigurationError(`${error.message} With --allow inconclusive, the rules that need no delivery are judged.`);
  };
  return { ...inspection, look: () => look().catch(orElse) };
}

function unlessDoubt(error: unknown): void {
  if (!(error instanceof Doubt)) throw error;
}

/** The inspections in their order, one for each possible problem. Each comes after those that it needs. */
export function inspections(run: ActiveRun): readonly Inspection[] {
  const send: Send = (call) => run.driver.send(call, (exchange) => run.observe('preflight', exchange));
  const { service, companies, otherUser, receiver, controls } = run.target;
  const { clock } = controls;
  let admitted = false;
  return [
    {
      what: 'receiver',
      needs: [],
      look: async () => {
        const { listensOn } = await run.webhooks.start();
        return receiver.tls
          ? `listens on ${listensOn} with your certificate`
          : `listens on ${listensOn}; its CA certificate is in ${receiver.caFile}`;
      },
    },
    {
      what: 'Admin API and credentials',
      needs: [],
      look: async () => {
        await probeKeepAlive(run);
        const token = await signIn(run, send);
        admitted = true;
        run.session.isSingle = await endsSessions(run, send, token);
        return `${service.adminUrl} accepts the user`;
      },
    },
    {
      what: 'Customer API',
      needs: [],
      look: async () => {
        const call = new RequestBuilder(run.target, 'none').call('listAzienda');
        const answer = await reach(send, call, addressOf('customerUrl', service));
        if (isRefusalOfCaller(answer)) return `${service.customerUrl} refuses a call without a token (${answer.status})`;
        throw new Doubt(
          `service.customerUrl: ${service.customerUrl} answers ${inShort(answer)} to a call without a token, which it must refuse; check the address and service.version (${service.version}), the rules will tell.`,
        );
      },
    },
    ...companies.map((company, index) => ({
      what: `company ${company.id}`,
      needs: ['Admin API and credentials', 'Customer API'],
      look: async () => {
        if (!admitted) throw new Doubt('cannot be inspected without a token.');
        return await unlessUnanswered(async () => {
          const requests = await run.session.requests(send);
          return await lookAtCompany({ requests, send, company, setting: `companies[${index}]` });
        });
      },
    })),
    {
      what: 'operations whose paths the source does not give',
      needs: ['Admin API and credentials', 'Customer API', `company ${companies[0].id}`],
      look: () => unlessUnanswered(() => lookForOperations(run)),
    },
    ...(otherUser === undefined
      ? []
      : [{ what: 'the other user', needs: ['Admin API and credentials'], look: () => checkOtherUser(run, send, otherUser) }]),
    ...(clock === undefined ? [] : [{ what: 'clock control', needs: [], look: () => checkClock(run, clock) }]),
  ];
}

/** Whether the service refuses an unknown caller. Statuses that a wrong address or another server may return prove nothing. */
function isRefusalOfCaller({ status }: Answer): boolean {
  return [400, 401, 403, 422].includes(status);
}

/** Tests with a few calls whether connections can be reused. A target that closes a kept connection silently gets one per call. */
async function probeKeepAlive(run: ActiveRun): Promise<void> {
  const call = new RequestBuilder(run.target, 'none').call('listAzienda');
  for (let attempt = 0; attempt < 3; attempt += 1) {
    try {
      await run.driver.send(call, (exchange) => run.observe('preflight', exchange));
    } catch (error) {
      if (!(error instanceof LostAnswer)) throw error;
      if (attempt > 0) await run.driver.giveUpKeepAlive();
    }
  }
}

/** What the look finds, or a doubt if the target does not answer. The rules then judge that. */
async function unlessUnanswered(look: () => Promise<string>): Promise<string> {
  try {
    return await look();
  } catch (error) {
    if (!(error instanceof LostAnswer || error instanceof Inconclusive)) throw error;
    throw new Doubt(`${error.message}: the rules will tell.`);
  }
}

async function lookForOperations(run: ActiveRun): Promise<string> {
  const name = 'operations';
  try {
    run.absent.push(...(await new AbsentOperations(new RuleContext(name, run)).look()));
  } finally {
    await removeMadeFor(run, name);
  }
  return run.absent.length === 0 ? 'all exist' : `absent, so no rule binds them: ${run.absent.join(', ')}`;
}

/** Stops the run only if the target refuses the other user. */
async function checkOtherUser(run: ActiveRun, send: Send, otherUser: NonNullable<Target['otherUser']>): Promise<string> {
  const answer = await send(run.session.authenticateCall({ ...run.target.credentials, ...otherUser }));
  if (answer.status === 401)
    throw new ConfigurationError(
      `otherUser.userName and otherUser.password are refused: authenticate answers 401; correct them, or leave otherUser out.`,
    );
  if (tokenIn(answer) === undefined)
    throw new Doubt(`authenticate answers ${inShort(answer)}, and gives no token: the rules that use the other user will tell.`);
  return 'is accepted';
}

async function checkClock(run: ActiveRun, clock: string): Promise<string> {
  try {
    await againWhileLost(async () => run.clock?.advance(1));
  } catch (error) {
    if (run.signal.aborted) throw error;
    throw new ConfigurationError(
      `controls.clock: ${clock} does not move the clock (${(error instanceof Error ? error.message : String(error)).replace('controls.clock: ', '')}); correct it, or leave it out.`,
    );
  }
  return run.clock?.isShown ? `${clock} moves the clock` : `${clock} accepts a move of the clock, but does not report the new time`;
}

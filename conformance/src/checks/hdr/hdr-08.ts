import fc from 'fast-check';
import { headerNames } from '../../api/header-names.ts';
import { createsForGood } from '../../api/requests.ts';
import { isReplayed, isSuccess } from '../../http/answer.ts';
import { renameHeaders, withHeader } from '../../http/call.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Call } from '../../model/exchange.ts';
import { Inconclusive } from '../../model/verdict.ts';
import { type Arrival, creationsOf } from '../../scenarios/deliveries/arrivals.ts';
import { firedEvents } from '../../scenarios/events/fired-events.ts';
import { oncePerRun } from '../../scenarios/once-per-run.ts';
import { prepared, preparedOperations } from '../../scenarios/refusals/prepared-operation.ts';
import { controlFails } from '../../scenarios/refusals/refusal.ts';
import { contactBody } from '../../scenarios/resources/contacts.ts';
import { isSparing } from '../../scenarios/sparingly.ts';
import { trySome } from '../../scenarios/try-some.ts';
import { observerOf } from '../../scenarios/webhooks/observer.ts';
import { whileArriving } from '../../wait/arrives.ts';

/** Upper case where the pattern says so, lower case elsewhere. */
function recase(pattern: readonly boolean[]): (name: string) => string {
  return (name) =>
    [...name].map((character, index) => (pattern[index % pattern.length] ? character.toUpperCase() : character.toLowerCase())).join('');
}

/** HDR-08: header names are case-insensitive. */
export const hdr08: Check = check('HDR-08', { isolation: 'shared', weight: 4 }, async (context) => {
  const api = await context.api();
  const calls: Readonly<Record<string, () => Call>> = {
    authenticate: () => context.run.session.authenticateCall(),
    listAzienda: () => api.call('listAzienda'),
    listArticolo: () => api.call('listArticolo'),
    createAnagrafica: () => api.call('createAnagrafica', { body: contactBody(context, context.fresh()), key: context.freshKey() }),
  };
  const pattern = fc.array(fc.boolean(), { minLength: 2, maxLength: 24 });
  for (const [operation, call] of context.some(Object.entries(calls))) {
    // Where contacts cannot be deleted, there is no control: it would create one more.
    const isControlled = operation !== 'createAnagrafica' || !isSparing(context);
    if (isControlled && !isSuccess(await context.send(call()))) continue;
    const judge = async (upper: readonly boolean[]): Promise<void> => {
      const [sent, rename] = [call(), recase(upper)];
      const answer = await context.sendJudged(renameHeaders(sent, rename), '2xx');
      const shown = sent.headers.map(([name]) => rename(name)).join(', ');
      context.judge(isSuccess(answer), {
        message: `${operation} must ignore the case of header names.`,
        expected: '2xx',
        actual: `${answer.status} with ${shown}`,
      });
      if (operation === 'createAnagrafica') await judgeKeyRead(context, sent, shown);
    };
    await context.forAll(pattern, 3, judge, [[false], [true]]);
  }
  await judgeEveryOperation(context);
  if (context.judgements === 0) throw new Inconclusive('no operation accepts its usual request');
  await judgeApplicationIdRead(context);
  await context.part('the application id at every operation that fires an event', () => judgeApplicationIds(context));
});

/** Judges the events of every operation. Each was called twice, the second time with the header name in lower case. */
async function judgeApplicationIds(context: CheckContext): Promise<void> {
  for (const { operation, type, applicationId, once, amid } of (await firedEvents(context)).all) {
    const isShown = (arrivals: readonly Arrival[], id: string): boolean =>
      // HDR-07 judges whether the id is a text.
      arrivals.some(({ evento }) => evento.type === type && String(evento.applicationId) === id);
    const lower = amid.arrivals.filter(({ evento }) => evento.type === type);
    if (lower.length === 0 || !isShown(once, applicationId)) continue;
    context.judge(isShown(lower, amid.applicationId), {
      message: `${operation} must read the application id whatever the case of the header name.`,
      expected: `ApplicationId ${JSON.stringify(amid.applicationId)}`,
      actual: lower.map(({ evento }) => JSON.stringify(evento.applicationId ?? null)).join(', '),
    });
  }
}

/** Header names in lower case, as in HTTP/2, and in upper case. After a refusal, a usual call shows whether the case was the reason. */
async function judgeEveryOperation(context: CheckContext): Promise<void> {
  const candidates = preparedOperations(context, context.target.companies[0]);
  // The creation that cannot be undone was judged before.
  const others = candidates.filter(({ operation }) => !createsForGood(context, operation));
  await trySome(context, others, async (candidate) => {
    let judged = false;
    for (const rename of context.some([recase([false]), recase([true])])) {
      const call = await prepared(candidate.prepare);
      if (call === undefined) return judged;
      const answer = await context.sendJudged(renameHeaders(call, rename), '2xx');
      if (!isSuccess(answer) && (await controlFails(context, candidate)) !== undefined) return judged;
      context.judge(isSuccess(answer), {
        message: `${candidate.operation} must ignore the case of header names.`,
        expected: '2xx',
        actual: `${answer.status} with ${call.headers.map(([name]) => rename(name)).join(', ')}`,
      });
      judged = true;
    }
    return judged;
  });
}

/** Judges that the key was read too: a retry with the usual header names must be replayed, if the target replays at all. */
async function judgeKeyRead(context: CheckContext, sent: Call, shown: string): Promise<void> {
  if (!(await replays(context))) return;
  context.judge(isReplayed(await context.send(sent)), {
    message: 'Idempotency-Key must be read whatever the case of its name.',
    expected: 'a replay of the first request',
    actual: `no replay after a first request with ${shown}`,
  });
}

/** Whether the target replays a creation with the usual header names. */
const replays: (context: CheckContext) => Promise<boolean> = oncePerRun(async (context) => {
  const api = await context.api();
  const control = api.call('createAnagrafica', { body: contactBody(context, context.fresh()), key: context.freshKey() });
  await context.send(control);
  return isReplayed(await context.send(control));
});

/** Judges that the application id was read too, where deliveries show it. */
async function judgeApplicationIdRead(context: CheckContext): Promise<void> {
  const [company] = context.target.companies;
  const webhook = await observerOf(context, company).catch(() => undefined);
  // Where contacts cannot be deleted, only judgeApplicationIds judges this.
  if (webhook === undefined || isSparing(context)) return;
  const api = await context.api();
  const { applicationId: name } = headerNames(context.target.service.headerWord);
  const object = context.target.surface.eventObjects.anagrafica;
  /** Undefined if its event may still arrive: deliveries arrive one after the other. */
  const isRead = async (rename: (name: string) => string): Promise<boolean | undefined> => {
    const nome = context.fresh();
    const call = withHeader(api.call('createAnagrafica', { body: contactBody(context, nome) }), name, `id of ${nome}`);
    await context.prepare(renameHeaders(call, rename));
    const hasCome = (): boolean => creationsOf(webhook, object, nome).length > 0;
    const hasSettled = webhook.silent === true || (await whileArriving(context, [webhook], hasCome));
    const [created] = creationsOf(webhook, object, nome);
    return hasSettled ? created?.evento.applicationId === `id of ${nome}` : undefined;
  };
  if (!(await isRead((usual) => usual))) return;
  for (const upper of [false, true]) {
    const read = await isRead(recase([upper]));
    if (read === undefined)
      return context.leaveUnjudged('whether the application id is read whatever the case of its header name: its event had not arrived');
    context.judge(read, {
      message: 'The application id must be read whatever the case of its header name.',
      expected: 'an event with the ApplicationId of the request',
      actual: `another one, or no event, with ${recase([upper])(name)}`,
    });
  }
}

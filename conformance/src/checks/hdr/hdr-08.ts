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
import { prepared, preparedOperations } from '../../scenarios/refusals/prepared-operation.ts';
import { controlFails } from '../../scenarios/refusals/refusal.ts';
import { contactBody } from '../../scenarios/resources/contacts.ts';
import { isSparing } from '../../scenarios/sparingly.ts';
import { trySome } from '../../scenarios/try-some.ts';
import { unlessAbsent } from '../../scenarios/unless-absent.ts';
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
    // Whether it is taken at all is seen by what the rule judges too, where it would stay.
    const isControlled = operation !== 'createAnagrafica' || !isSparing(context);
    if (isControlled && !isSuccess(await context.send(call()))) continue;
    const judge = async (upper: readonly boolean[]): Promise<void> => {
      const [sent, rename] = [call(), recase(upper)];
      const answer = await context.sendJudged(renameHeaders(sent, rename), '2xx');
      const shown = sent.headers.map(([name]) => rename(name)).join(', ');
      context.judge(isSuccess(answer), {
        message: `${operation} must read its headers in any case.`,
        expected: '2xx',
        actual: `${answer.status} with ${shown}`,
      });
      if (operation === 'createAnagrafica') await judgeKeyRead(context, sent, shown);
    };
    await context.forAll(pattern, 3, judge, [[false], [true]]);
  }
  await judgeEveryOperation(context);
  if (context.judgements === 0) throw new Inconclusive('no operation accepts the request that should be accepted');
  await judgeApplicationIdRead(context);
  await unlessAbsent(context, 'the application id at every operation that fires an event', () => judgeApplicationIds(context));
});

/** Every operation that fires an event was called twice, the second time with the name of the header in lower case. */
async function judgeApplicationIds(context: CheckContext): Promise<void> {
  for (const { operation, type, applicationId, once, amid } of (await firedEvents(context)).all) {
    const isShown = (arrivals: readonly Arrival[], id: string): boolean =>
      // Whether it is a text is another rule's (HDR-07).
      arrivals.some(({ evento }) => evento.type === type && String(evento.applicationId) === id);
    const lower = amid.arrivals.filter(({ evento }) => evento.type === type);
    if (lower.length === 0 || !isShown(once, applicationId)) continue;
    context.judge(isShown(lower, amid.applicationId), {
      message: `${operation} must read the application id from its header in any case.`,
      expected: `ApplicationId ${JSON.stringify(amid.applicationId)}`,
      actual: lower.map(({ evento }) => JSON.stringify(evento.applicationId ?? null)).join(', '),
    });
  }
}

/** In lower case, as HTTP/2 writes them, and in capitals. Where that is refused, a usual call tells whether it was for the case. */
async function judgeEveryOperation(context: CheckContext): Promise<void> {
  const candidates = preparedOperations(context, context.target.companies[0]);
  // The creation that stays for good was judged before.
  const others = candidates.filter(({ operation }) => !createsForGood(context, operation));
  await trySome(context, others, async (candidate) => {
    let judged = false;
    for (const rename of context.some([recase([false]), recase([true])])) {
      const call = await prepared(candidate.prepare);
      if (call === undefined) return judged;
      const answer = await context.sendJudged(renameHeaders(call, rename), '2xx');
      if (!isSuccess(answer) && (await controlFails(context, candidate)) !== undefined) return judged;
      context.judge(isSuccess(answer), {
        message: `${candidate.operation} must read its headers in any case.`,
        expected: '2xx',
        actual: `${answer.status} with ${call.headers.map(([name]) => rename(name)).join(', ')}`,
      });
      judged = true;
    }
    return judged;
  });
}

/** The key was read too: its retry, in the usual case, is the replay, as it is for a key in the usual case. */
async function judgeKeyRead(context: CheckContext, sent: Call, shown: string): Promise<void> {
  const api = await context.api();
  const control = api.call('createAnagrafica', { body: contactBody(context, context.fresh()), key: context.freshKey() });
  await context.send(control);
  if (!isReplayed(await context.send(control))) return;
  context.judge(isReplayed(await context.send(sent)), {
    message: 'Idempotency-Key must be read in any case.',
    expected: 'the retry with the same key is replayed',
    actual: `executed again after ${shown}`,
  });
}

/** The application id was read too, where events come to show it. */
async function judgeApplicationIdRead(context: CheckContext): Promise<void> {
  const [company] = context.target.companies;
  const webhook = await observerOf(context, company).catch(() => undefined);
  // Where contacts stay, those that were created for the events of all operations tell.
  if (webhook === undefined || isSparing(context)) return;
  const api = await context.api();
  const { applicationId: name } = headerNames(context.target.service.headerWord);
  const object = context.target.surface.eventObjects.anagrafica;
  /** Undefined if its event may still come: deliveries come one after the other. */
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
    if (read === undefined) return context.leaveUnjudged('whether the application id is read in any case: its event had not come yet');
    context.judge(read, {
      message: 'The application id must be read from its header in any case.',
      expected: 'ApplicationId of the event is that of the request',
      actual: `another, or no event, with ${recase([upper])(name)}`,
    });
  }
}

import { contactTypes } from '../../api/event-names.ts';
import { isSuccess } from '../../http/answer.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Call } from '../../model/exchange.ts';
import { type Json, memberOf, sameJson, writeJson } from '../../model/json.ts';
import {
  changeable,
  type Guarded,
  type GuardedKind,
  guardedKinds,
  judgeRefusedPuts,
  tokenAfter,
  webhookThat,
} from '../../scenarios/concurrency/guarded.ts';
import { judgeEveryMember, judgeLeftBehind, judgeTwoUsers } from '../../scenarios/concurrency/stale-puts.ts';
import { firedEvents } from '../../scenarios/events/fired-events.ts';
import { judgeReceived } from '../../scenarios/events/followed-webhooks.ts';
import { updates } from '../../scenarios/operations/operation-case.ts';
import { arrivalsOf, awaitEvent, createContact } from '../../scenarios/resources/contact-life.ts';
import { shownDeliveries } from '../../scenarios/retries/shown-deliveries.ts';
import { draftWebhook, register, update, updateCall, withdraw } from '../../scenarios/webhooks/registration.ts';

/** An object and every token that it has had, the current one last. */
interface Model {
  readonly object: Guarded;
  readonly tokens: Json[];
  /** Set if the target does not show the token after a PUT. */
  lost: boolean;
}

/** PUTs before old tokens are tried: enough for a counter from 1 to reach two digits, or for a small one to start again. */
const PUTS = 10;
const FEW_PUTS = 4;

/** After so many current PUTs comes a stale one, which must not change what follows. */
const BEFORE_STALE = 3;

/** CONC-02: a PUT with a stale token answers 422, and nothing changes, however old the token is. */
export const conc02: Check = check('CONC-02', { isolation: 'shared', weight: 4 }, async (context) => {
  for (const { create } of await guardedKinds(context))
    await judgeNeverHad(context, await judgeOldTokens(context, create, context.isQuick ? FEW_PUTS : PUTS));
  const [, other = context.target.companies[0]] = context.target.companies;
  const changing = await changeable(context);
  // Webhooks of another company and of all companies. Each PUT changes every member that it can.
  for (const options of context.some([{ company: other }, { aziendaId: null }]))
    await judgeOldTokens(context, webhookThat(changing, options), FEW_PUTS);
  for (const one of context.some(updates(context))) await context.part(one.operation, () => judgeEveryMember(context, one));
  for (const one of updates(context)) {
    await context.part(`${one.operation} with references`, { from: 'standard' }, () => judgeLeftBehind(context, one));
    await context.part(`${one.operation} by two users`, { from: 'standard' }, () => judgeTwoUsers(context, one));
  }
  await context.part('what a webhook receives after a stale PUT', async () =>
    judgeReceived(context, (await firedEvents(context)).received),
  );
  await context.part('a delivery that waits while a stale PUT is refused', { from: 'standard' }, () => judgeWaitingDelivery(context));
});

/** Judges that a PUT is refused with an earlier token. Two contents take turns, so that some tokens belonged to the present content. */
async function judgeOldTokens(context: CheckContext, kind: GuardedKind, puts: number): Promise<Model> {
  const object = await kind(context);
  const model: Model = { object, tokens: [object.created.token], lost: false };
  const marks = [context.fresh(), context.fresh()] as const;
  for (let put = 1; put <= puts && !model.lost; put += 1) {
    // The control comes first: only a token that was accepted can become stale.
    await putCurrent(context, model, marks[put % 2 === 0 ? 0 : 1]);
    if (put === BEFORE_STALE) await judgeStalePuts(context, model, [1]);
  }
  await judgeStalePuts(context, model, context.some([0, 1, 2, FEW_PUTS - 1]));
  return model;
}

/** @param ages 0 for the token before the current one. The oldest one if there are fewer. */
async function judgeStalePuts(context: CheckContext, { object, tokens, lost }: Model, ages: readonly number[]): Promise<void> {
  const old = lost ? tokens : tokens.slice(0, -1);
  const stale = ages.flatMap((age) => old.at(-1 - Math.min(age, old.length - 1)) ?? []);
  // A token that came back is not stale.
  const calls = await puts(context, object, lost ? stale : stale.filter((token) => String(token) !== String(tokens.at(-1))));
  await judgeRefusedPuts(context, object, calls, 'A PUT with a stale token', 422);
}

async function puts(context: CheckContext, object: Guarded, tokens: readonly Json[]): Promise<readonly Call[]> {
  return await Promise.all(tokens.map((token) => object.put(context.fresh(), token)));
}

async function putCurrent(context: CheckContext, model: Model, mark: string): Promise<void> {
  const { object, tokens } = model;
  const next = await tokenAfter(object, await context.prepare(await object.put(mark, tokens.at(-1) ?? null)));
  if (next === undefined) {
    model.lost = true;
    return;
  }
  // CONC-01 judges whether the token changes.
  const comesBack = tokens.slice(0, -1).some((had) => String(had) === String(next)) && String(next) !== String(tokens.at(-1));
  context.judge(!comesBack, {
    message: `A token of a ${object.kind} must not come back, since it would let a stale PUT through.`,
    expected: `a token other than ${tokens.join(', ')}`,
    actual: String(next),
  });
  tokens.push(next);
}

/** Tries tokens that a check of a part, of the size or of mere presence lets through. The source does not say how they are refused. */
async function judgeNeverHad(context: CheckContext, { object, tokens, lost }: Model): Promise<void> {
  const current = tokens.at(-1);
  if (lost || current === undefined || !/^-?\d+$/.test(String(current))) return;
  const near = [1n, -1n, 256n, 65_536n, 4_294_967_296n].map((distance) => BigInt(String(current)) + distance);
  const never = context.some([...near, 0n, -1n].filter((token) => !tokens.some((had) => String(had) === String(token))));
  await judgeRefusedPuts(context, object, await puts(context, object, never), 'A PUT with a token that the object never had');
}

/** Judges that a stale PUT does not change a delivery that waits for a retry, if a log shows it. */
async function judgeWaitingDelivery(context: CheckContext): Promise<void> {
  const [company] = context.target.companies;
  const { create, update: other } = contactTypes(context);
  const webhook = await register(context, await draftWebhook(context, { events: [create], script: () => ({ status: 500 }) }));
  await update(context, webhook, { Description: `${webhook.endpoint.name} changed` });
  const contact = await createContact(context, company);
  const { evento } = await awaitEvent(context, webhook, create, contact);
  const event = { type: create, eventGuid: String(evento.eventGuid) };
  const look = async (): Promise<Json | undefined> => {
    const [shown] = await shownDeliveries(context, company, webhook, [event], isTried);
    return shown?.read;
  };
  const before = await look();
  if (before === undefined || !isTried(before)) return;
  const changes = { Description: `${webhook.endpoint.name} stale`, Events: [other] };
  const answer = await context.send(await updateCall(context, webhook, { changes, token: webhook.concurrencyToken }));
  if (isSuccess(answer)) return;
  const after = await look();
  // A retry may have arrived meanwhile.
  const isTriedAgain = arrivalsOf(webhook, create, contact).length > 1;
  context.judge(isTriedAgain || sameJson(before, after), {
    message: 'A PUT with a stale token must not change a delivery that waits for a retry.',
    expected: writeJson(before),
    actual: writeJson(after ?? null),
    about: { 'the refused PUT': answer },
  });
  await withdraw(context, webhook);
}

function isTried(delivery: Json): boolean {
  return Number(memberOf(delivery, 'attemptCount')) >= 1;
}

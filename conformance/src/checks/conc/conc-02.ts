import fc from 'fast-check';
import { contactTypes } from '../../api/event-names.ts';
import { resources } from '../../generated/resources.ts';
import { isSuccess } from '../../http/answer.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { type Json, type JsonObject, memberOf, sameJson, writeJson } from '../../model/json.ts';
import { changeable, type Guarded, type GuardedKind, guardedKinds, tokenAfter, webhookThat } from '../../scenarios/concurrency/guarded.ts';
import { judgeLeftBehind } from '../../scenarios/concurrency/left-behind.ts';
import { judgeTwoUsers } from '../../scenarios/concurrency/two-users.ts';
import { judgeStale, judgeUnchanged } from '../../scenarios/concurrency/unchanged.ts';
import { firedEvents } from '../../scenarios/events/fired-events.ts';
import { changesTo, type DrawnMember, drawnBodies, withAdditions } from '../../scenarios/operations/declared-members.ts';
import { type OperationCase, tokenOf, updates } from '../../scenarios/operations/operation-case.ts';
import { type StoredObject, shownNow } from '../../scenarios/operations/stored-object.ts';
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

/** CONC-02: a PUT with a stale token answers 422, and nothing changes, however old the token is. */
export const conc02: Check = check('CONC-02', { isolation: 'shared', weight: 4 }, async (context) => {
  const puts = context.isQuick ? FEW_PUTS : PUTS;
  for (const { create } of await guardedKinds(context))
    await context.forAll(
      early(puts),
      1,
      async (drawn) => judgeNeverHad(context, await judgeOldTokens(context, create, { puts, drawn })),
      [],
      inWords,
    );
  const [, other = context.target.companies[0]] = context.target.companies;
  const changing = await changeable(context);
  // Webhooks of another company and of all companies. Each PUT changes every member that it can.
  for (const options of context.some([{ company: other }, { aziendaId: null }]))
    await context.forAll(
      early(FEW_PUTS),
      1,
      async (drawn) => void (await judgeOldTokens(context, webhookThat(changing, options), { puts: FEW_PUTS, drawn })),
      [],
      inWords,
    );
  for (const one of context.some(updates(context))) await context.part(one.operation, () => judgeEveryMember(context, one));
  for (const one of updates(context)) {
    await context.part(`${one.operation} with references`, { from: 'standard' }, () => judgeLeftBehind(context, one));
    await context.part(`${one.operation} by two users`, { from: 'standard' }, () => judgeTwoUsers(context, one));
  }
  await context.part('what a webhook receives after a stale PUT', () => judgeReceived(context));
  await context.part('a delivery that waits while a stale PUT is refused', { from: 'standard' }, () => judgeWaitingDelivery(context));
});

/** A stale PUT between two current ones: after how many of them, and how many changes old its token is. */
interface Early {
  readonly after: number;
  readonly age: number;
}

function early(puts: number): fc.Arbitrary<Early> {
  return fc.record({ after: fc.integer({ min: 1, max: puts - 1 }), age: fc.nat({ max: FEW_PUTS - 1 }) });
}

function inWords({ after, age }: Early): string {
  return `${after} current PUTs, a stale one that is ${age + 1} behind, further current PUTs, and stale ones of different ages`;
}

/** Judges that a PUT is refused with an earlier token. Two contents take turns, so that some tokens belonged to the present content. */
async function judgeOldTokens(
  context: CheckContext,
  kind: GuardedKind,
  { puts, drawn }: { readonly puts: number; readonly drawn: Early },
): Promise<Model> {
  const object = await kind(context);
  const model: Model = { object, tokens: [object.created.token], lost: false };
  const marks = [context.fresh(), context.fresh()] as const;
  for (let put = 1; put <= puts && !model.lost; put += 1) {
    // The control comes first: only a token that was accepted can become stale.
    await putCurrent(context, model, marks[put % 2 === 0 ? 0 : 1]);
    if (put === drawn.after) await judgeStalePuts(context, model, [drawn.age]);
  }
  await judgeStalePuts(context, model, context.some([0, 1, 2, FEW_PUTS - 1]));
  return model;
}

/** @param ages 0 for the token before the current one. The oldest one if there are fewer. */
async function judgeStalePuts(context: CheckContext, { object, tokens, lost }: Model, ages: readonly number[]): Promise<void> {
  const old = lost ? tokens : tokens.slice(0, -1);
  const before = await object.look();
  for (const age of ages) {
    const token = old.at(-1 - Math.min(age, old.length - 1));
    // A token that came back is not stale.
    if (token === undefined || (!lost && String(token) === String(tokens.at(-1)))) continue;
    const answer = await context.sendJudged(await object.put(context.fresh(), token), '422');
    judgeStale(context, object, answer, 'A PUT with a stale token');
  }
  await judgeUnchanged(context, object, before, 'A PUT with a stale token');
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
  const before = await object.look();
  for (const token of context.some([...near, 0n, -1n].filter((other) => !tokens.some((had) => String(had) === String(other))))) {
    const answer = await context.sendJudged(await object.put(context.fresh(), token), 'a refusal');
    context.judge(!isSuccess(answer), {
      message: `A PUT with a token that the ${object.kind} never had must be refused.`,
      expected: `a refusal of token ${token}, since the token is ${current}`,
      actual: String(answer.status),
    });
  }
  await judgeUnchanged(context, object, before, 'A PUT with a token that the object never had');
}

/** Judges that a stale PUT does not change which events a webhook receives, or where. */
async function judgeReceived(context: CheckContext): Promise<void> {
  const { unmoved } = await firedEvents(context);
  if (unmoved === undefined) return;
  const [astray] = unmoved;
  context.judge(astray === undefined, {
    message: 'A PUT with a stale token must not change what a webhook receives, or where.',
    expected: 'no delivery to the Url, or of the Events, of the refused PUT',
    actual: String(astray?.evento.type),
    about: { 'arrived after the refused PUT': astray?.attempt },
  });
}

/** Judges that a stale PUT which would change every declared member changes none. */
async function judgeEveryMember(context: CheckContext, one: OperationCase): Promise<void> {
  const { operation, effect, company, findObject } = one;
  const resource = resources[effect.resource];
  await context.forAll(drawnBodies(operation), 1, async (drawn) => {
    const object = await findObject();
    const first = object.draft?.body;
    const stale = tokenOf({ resource, shown: await shownNow(context, object) });
    if (first === undefined || stale === undefined || stale === null || resource.token === undefined) return;
    await changeMembers(context, one, object, changesTo(first, drawn, resource));
    const before = await shownNow(context, object);
    const token = tokenOf({ resource, shown: before });
    if (before === undefined || token === undefined || String(token) === String(stale)) return;
    const call = (await context.api()).call(operation, { company, id: object.id, body: { ...first, [resource.token]: stale } });
    const answer = await context.sendJudged(call, '422');
    const after = await shownNow(context, object);
    context.judge(answer.status === 422 && sameJson(before, after), {
      message: `${operation} with a stale token must be refused and change nothing, whichever members it would change.`,
      expected: `422, and then ${writeJson(before)}`,
      actual: `${answer.status}, and then ${writeJson(after ?? null)}`,
    });
  });
}

/** Changes the members by valid PUTs: all together, or one by one if some exclude each other. */
async function changeMembers(
  context: CheckContext,
  { operation, effect, company }: OperationCase,
  object: StoredObject,
  changes: readonly DrawnMember[],
): Promise<void> {
  const resource = resources[effect.resource];
  const put = async (body: JsonObject): Promise<boolean> => {
    const token = tokenOf({ resource, shown: await shownNow(context, object) }) ?? null;
    const guarded = { ...body, [resource.token ?? '']: token };
    return isSuccess(await context.send((await context.api()).call(operation, { company, id: object.id, body: guarded })));
  };
  let body = object.draft?.body ?? {};
  if (await put(withAdditions(body, changes))) return;
  for (const change of changes) {
    const changed = withAdditions(body, [change]);
    if (await put(changed)) body = changed;
  }
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

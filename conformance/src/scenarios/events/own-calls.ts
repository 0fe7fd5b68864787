import { typeFiredBy } from '../../api/event-names.ts';
import { headerNames } from '../../api/header-names.ts';
import { objectOf } from '../../api/identity.ts';
import { isSuccess } from '../../http/answer.ts';
import { withHeader } from '../../http/call.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Answer, Call } from '../../model/exchange.ts';
import { isObject, type Json, type JsonObject, sameJson } from '../../model/json.ts';
import type { Webhook } from '../../model/webhook.ts';
import type { Evento } from '../../receiver/attempt.ts';
import { newObjectAfter, ownObject } from '../operations/available-object.ts';
import { changesAlone } from '../operations/declared-members.ts';
import { type OperationCase, tokenOf } from '../operations/operation-case.ts';
import { shownNow, type Thing } from '../operations/thing.ts';
import { type Cause, causeAt } from './cause.ts';
import { readMade } from './read-made.ts';

/** How often a repeatable act is done. */
const TIMES = 3;

/**
 * Calls of one operation on one object, one after the other: PUTs that change one member each, or a repeated act. Each has its own
 * application id, by which its events are recognised. Calls without an effect are left out.
 */
export async function ownCalls(context: CheckContext, one: OperationCase, observer: Webhook): Promise<readonly Cause[]> {
  const { operation, effect } = one;
  const type = typeFiredBy(operation, context.target);
  if (type === undefined || !observer.events.includes(type)) return [];
  const caused: Cause[] = [];
  const send: Send = async (how, call, answered) => {
    const applicationId = `own ${context.fresh()}`;
    const { applicationId: header } = headerNames(context.target.service.headerWord);
    const answer = await context.send(withHeader(call, header, applicationId));
    const shown = isSuccess(answer) ? await answered(answer) : undefined;
    if (shown === undefined) return;
    const isOwn = (evento: Evento): boolean => evento.type === type && evento.applicationId === applicationId;
    caused.push(causeAt(context, observer, one, { how, executed: 1, applicationId, answered: shown }, isOwn));
  };
  if (effect.kind === 'update') await changeAlone(context, one, send);
  else if (effect.kind === 'act' && !effect.once) await repeat(context, one, send);
  return caused;
}

/** Sends a call. @param answered what the target shows then; undefined if nothing was done */
type Send = (how: string, call: Call, answered: (answer: Answer) => Promise<Json | undefined>) => Promise<void>;

/** PUTs that each change one member alone, at any depth, as far as the target accepts them. */
async function changeAlone(context: CheckContext, { effect, operation, company }: OperationCase, send: Send): Promise<void> {
  const object = await ownObject(context, effect.resource, company);
  const { resource, draft } = object;
  let [body, shown] = [draft?.body ?? {}, await shownNow(context, object)];
  if (draft === undefined || shown === undefined) return;
  // A member that was added alone need not be changed too.
  const tried = new Set<string>();
  for (const kind of changesAlone(operation, resource)) {
    for (const { at, apply } of kind(body)) {
      if (tried.has(at)) continue;
      tried.add(at);
      const [before, changed] = [shown, apply(body)];
      const guarded = { ...changed, ...guard({ resource, shown: before }) };
      const call = (await context.api()).call(operation, { company, id: object.id, body: guarded });
      await send(`after a change of only ${at}`, call, async (answer) => {
        const told = objectOf(answer, 'id');
        const now = isObject(told) ? told : await shownNow(context, object);
        body = changed;
        shown = now ?? before;
        // A change that the target does not store need not fire an event.
        return now !== undefined && !sameJson(bare(resource, before), bare(resource, now)) ? now : undefined;
      });
    }
  }
}

/** Does an act several times that an object accepts more than once. */
async function repeat(context: CheckContext, { effect, operation, company }: OperationCase, send: Send): Promise<void> {
  const { after, of = effect.resource } = effect;
  const { id } = after === undefined ? await ownObject(context, of, company) : await newObjectAfter(context, after, company);
  const call = (await context.api()).call(operation, { company, id });
  for (let time = 1; time <= TIMES; time += 1) {
    await send(`at time ${time}`, call, async (answer) => {
      const made = objectOf(answer, 'id');
      return isObject(made) ? await readMade(context, { act: operation, company, id }, made) : (made ?? null);
    });
  }
}

function guard(object: Pick<Thing, 'resource' | 'shown'>): JsonObject {
  const token = tokenOf(object);
  const { token: member } = object.resource;
  return member === undefined || token === undefined || token === null ? {} : { [member]: token };
}

/** The shown object without its token. */
function bare({ token }: Thing['resource'], shown: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(shown).filter(([name]) => name !== token));
}

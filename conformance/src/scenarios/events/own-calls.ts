import { typeFiredBy } from '../../api/event-names.ts';
import { headerNames } from '../../api/header-names.ts';
import { objectOf } from '../../api/identity.ts';
import { isSuccess } from '../../http/answer.ts';
import { withHeader } from '../../http/call.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Answer, Call } from '../../model/exchange.ts';
import { isObject, type Json, type JsonObject, sameJson } from '../../model/json.ts';
import type { Webhook } from '../../model/webhook.ts';
import { type Arrival, arrivalsOfKind } from '../deliveries/arrivals.ts';
import { newObjectAfter, ownObject } from '../operations/available-object.ts';
import { changesAlone } from '../operations/declared-members.ts';
import { type OperationCase, tokenOf } from '../operations/operation-case.ts';
import { type StoredObject, shownNow } from '../operations/stored-object.ts';
import { readMade } from './read-made.ts';

/** One of several calls of an operation on one object, with its own application id. */
export interface OwnCall {
  /** What it did, for the report. */
  readonly what: string;
  /** The events of the operation's type that carry its application id. */
  readonly arrivals: readonly Arrival[];
  /** The resource as the target showed it then. */
  readonly answered: Json;
}

/** Calls of one operation on one object, one after the other. Each was executed, and each PUT changed what the target shows. */
export interface OwnCalls {
  readonly operation: OperationCase['operation'];
  readonly type: string;
  readonly calls: readonly OwnCall[];
}

/** OwnCalls while more events may come. */
export interface OpenOwnCalls extends Omit<OwnCalls, 'calls'> {
  readonly calls: readonly (Omit<OwnCall, 'arrivals'> & { readonly arrivals: () => readonly Arrival[] })[];
}

/** What has come so far. */
export function ownSoFar({ calls, ...one }: OpenOwnCalls): OwnCalls {
  return { ...one, calls: calls.map(({ arrivals, ...call }) => ({ ...call, arrivals: arrivals() })) };
}

/** How often a repeatable act is done. */
const TIMES = 3;

/** Whether each call has fired. Also true if none has: other rules judge which objects fire, and whether an event names the request. */
export function isComplete({ calls }: OpenOwnCalls): boolean {
  const told = calls.filter(({ arrivals }) => arrivals().length > 0).length;
  return told === 0 || told === calls.length;
}

/** PUTs that change one member each, or a repeated act; undefined if the operation does neither. */
export async function ownCalls(context: CheckContext, one: OperationCase, observer: Webhook): Promise<OpenOwnCalls | undefined> {
  const { operation, effect } = one;
  const type = typeFiredBy(operation, context.target);
  if (type === undefined || !observer.events.includes(type)) return undefined;
  const sender = new OwnCallSender(context, observer, type);
  if (effect.kind === 'update') await changeAlone(context, one, sender);
  else if (effect.kind === 'act' && !effect.once) await repeat(context, one, sender);
  return sender.calls.length === 0 ? undefined : { operation, type, calls: sender.calls };
}

/** Sends calls, and records those that had an effect. */
class OwnCallSender {
  readonly calls: OpenOwnCalls['calls'][number][] = [];
  readonly #context: CheckContext;
  readonly #observer: Webhook;
  readonly #type: string;

  constructor(context: CheckContext, observer: Webhook, type: string) {
    this.#context = context;
    this.#observer = observer;
    this.#type = type;
  }

  /** @param answered what the target shows then; undefined if nothing was done */
  async send(what: string, call: Call, answered: (answer: Answer) => Promise<Json | undefined>): Promise<void> {
    const applicationId = `own ${this.#context.fresh()}`;
    const { applicationId: header } = headerNames(this.#context.target.service.headerWord);
    const answer = await this.#context.send(withHeader(call, header, applicationId));
    const shown = isSuccess(answer) ? await answered(answer) : undefined;
    if (shown === undefined) return;
    const isOwn = ({ evento }: Arrival): boolean => evento.type === this.#type && evento.applicationId === applicationId;
    this.calls.push({ what, answered: shown, arrivals: arrivalsOfKind(this.#observer, isOwn) });
  }
}

/** PUTs that each change one member alone, at any depth, as far as the target accepts them. */
async function changeAlone(context: CheckContext, { effect, operation, company }: OperationCase, sender: OwnCallSender): Promise<void> {
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
      await sender.send(at, call, async (answer) => {
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
async function repeat(context: CheckContext, { effect, operation, company }: OperationCase, sender: OwnCallSender): Promise<void> {
  const { after, of = effect.resource } = effect;
  const { id } = after === undefined ? await ownObject(context, of, company) : await newObjectAfter(context, after, company);
  const call = (await context.api()).call(operation, { company, id });
  for (let time = 1; time <= TIMES; time += 1) {
    await sender.send(`time ${time}`, call, async (answer) => {
      const made = objectOf(answer, 'id');
      return isObject(made) ? await readMade(context, { act: operation, company, id }, made) : (made ?? null);
    });
  }
}

function guard(object: Pick<StoredObject, 'resource' | 'shown'>): JsonObject {
  const token = tokenOf(object);
  const { token: member } = object.resource;
  return member === undefined || token === undefined || token === null ? {} : { [member]: token };
}

/** The shown object without its token. */
function bare({ token }: StoredObject['resource'], shown: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(shown).filter(([name]) => name !== token));
}

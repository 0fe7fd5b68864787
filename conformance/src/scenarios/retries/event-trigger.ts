import { contactTypes, typeFiredBy } from '../../api/event-names.ts';
import { isServed } from '../../api/requests.ts';
import { resources } from '../../generated/resources.ts';
import { isSuccess } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Answer } from '../../model/exchange.ts';
import { memberOf, writeJson } from '../../model/json.ts';
import type { Company } from '../../model/target.ts';
import { Skip } from '../../model/verdict.ts';
import type { Evento } from '../../receiver/attempt.ts';
import { isAboutId, isAboutName } from '../deliveries/about-object.ts';
import { newObjectAfter, ownObject } from '../operations/available-object.ts';
import { change as changeObject, type OperationCase, operationCases } from '../operations/operation-case.ts';
import { createdObject, shownNow, type Thing } from '../operations/thing.ts';
import { type Contact, createContact, renamingCall } from '../resources/contact-life.ts';
import { sparingly } from '../sparingly.ts';
import { unlessRefused } from '../unless-refused.ts';
import { isSameName } from '../values/texts.ts';
import { createWebhook } from '../webhooks/create-webhook.ts';
import { withdraw } from '../webhooks/registration.ts';
import { webhookCapabilities } from '../webhooks/webhook-capabilities.ts';

/** One event, fired on purpose. */
export interface EventTrigger {
  readonly type: () => string;
  readonly act: () => Promise<void>;
  readonly is: (evento: Evento) => boolean;
  /** The answer to the creation that fired it; undefined if it was another call, or was not sent yet. */
  readonly created?: () => Answer | undefined;
  /** Changes the object afterwards, which fires another event; undefined if it is gone, or the two events could not be told apart. */
  readonly changeAgain?: () => Promise<void>;
  /** Deletes the object afterwards, if the target accepts that; undefined if it is gone. */
  readonly remove?: () => Promise<void>;
}

/**
 * One event of each type that the target fires, or of some types, each about its own object, and the types of a webhook for all of them.
 */
export interface EventTriggers {
  readonly types: readonly [string, ...string[]];
  /** The creation of a contact comes first. */
  readonly events: readonly [EventTrigger, ...EventTrigger[]];
}

/** Prepares the objects that they need. A target may have only the events of contacts, or only those of new contacts. */
export async function eventTriggers(context: CheckContext, company: Company): Promise<EventTriggers> {
  const { create } = contactTypes(context);
  const { anagraficaPut, anagraficaDelete } = context.target.surface;
  const knowsOthers = anagraficaPut !== null && anagraficaDelete !== null && (await webhookCapabilities(context)).knowsContacts;
  const fired = operationCases(context, company).flatMap((one) => {
    const type = typeFiredBy(one.operation, context.target);
    return type === undefined || type === create ? [] : [{ one, type }];
  });
  const [ofContacts = [], others = []] = [true, false].map((is) =>
    fired.filter(({ one }) => (one.effect.resource === 'Anagrafica') === is),
  );
  const known = knowsOthers ? ofContacts : [];
  const all = [...known, ...context.some(others)];
  const typesOf = (some: typeof fired): EventTriggers['types'] => [create, ...some.map(({ type }) => type)];
  const probe = all.length === known.length ? undefined : await unlessRefused(createWebhook(context, company, typesOf(all)));
  if (probe) await withdraw(context, probe);
  const taken = probe === undefined ? known : all;
  const further: EventTrigger[] = knowsOthers ? [] : [...sparingly(context, [creation(context, company), creation(context, company)], 0)];
  for (const { one, type } of taken) {
    const trigger = await context.part(`events ${type}`, () => operationTrigger(context, one, type));
    if (trigger !== undefined) further.push(trigger);
  }
  return { types: typesOf(taken), events: [recognized(creation(context, company)), ...further.map(recognized)] };
}

/** A trigger that still recognises an event at its retry, even if its object is recognised in another way by then (EVT-03). */
export function recognized(trigger: EventTrigger): EventTrigger {
  const known = new Set<string>();
  return {
    ...trigger,
    is: (evento) => {
      const { type, eventGuid, object } = evento;
      const signs = writeJson([type ?? null, eventGuid ?? null, object ?? null]);
      if (!known.has(signs) && !trigger.is(evento)) return false;
      known.add(signs);
      return true;
    },
  };
}

/** Creates a contact. */
export function creation(context: CheckContext, company: Company): EventTrigger {
  const { create } = contactTypes(context);
  const nome = context.fresh();
  let made: Contact | undefined;
  return {
    type: () => create,
    act: async () => {
      made = await createContact(context, company, nome);
    },
    is: ({ type, object }) => type === create && isSameName(memberOf(object, 'nome'), nome),
    created: () => made?.answer,
    changeAgain: async () => {
      if (made && context.target.surface.anagraficaPut !== null) await context.send(await renamingCall(context, made));
    },
    remove: async () => {
      if (made) await removeNow(context, { resource: resources.Anagrafica, company, id: made.id });
    },
  };
}

/** An operation on an object that nothing else acts on. If it is refused, no event comes. @throws Skip, Inconclusive if there is none */
async function operationTrigger(context: CheckContext, one: OperationCase, type: string): Promise<EventTrigger> {
  const { effect, company } = one;
  const resource = resources[effect.of ?? effect.resource];
  const { after, of = effect.resource } = effect;
  const isCreation = effect.kind === 'create';
  const own = isCreation
    ? undefined
    : await (after === undefined ? ownObject(context, of, company) : newObjectAfter(context, after, company));
  const { call, draft } = own === undefined ? await one.prepare() : await one.callFor(own);
  const label = isCreation || effect.kind === 'update' ? draft?.label : undefined;
  if (isCreation && label === undefined) throw new Skip(`the events of ${resource.name} cannot be recognised by a name`);
  let object = own;
  return {
    type: () => type,
    act: async () => {
      const answer = await context.send(call);
      if (isCreation && draft && isSuccess(answer))
        object = await unlessRefused(Promise.resolve(answer).then((made) => createdObject(effect.resource, company, draft, made)));
    },
    is: (evento) =>
      evento.type === type &&
      (own === undefined || isAboutId(context, resource, own.id, evento)) &&
      (label === undefined || isAboutName(resource, label, evento)),
    changeAgain: async () => {
      if (label !== undefined && object) await changeNow(context, object);
    },
    remove: async () => {
      if (object && effect.kind !== 'delete') await removeNow(context, object);
    },
  };
}

/** Changes the object with its current token. */
async function changeNow(context: CheckContext, object: Thing): Promise<void> {
  await changeObject(context, { ...object, shown: await shownNow(context, object) });
}

/** Which objects may be deleted is the target's choice. */
async function removeNow(context: CheckContext, { resource, company, id }: Pick<Thing, 'resource' | 'company' | 'id'>): Promise<void> {
  const { delete: deletion } = resource.operations;
  if (deletion !== undefined && isServed(context, deletion)) await context.send((await context.api()).call(deletion, { company, id }));
}

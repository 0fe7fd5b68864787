import { contactTypes, typeFiredBy } from '../../api/event-names.ts';
import { headerNames } from '../../api/header-names.ts';
import { idOf } from '../../api/identity.ts';
import { isServed } from '../../api/requests.ts';
import { resources } from '../../generated/resources.ts';
import { isSuccess } from '../../http/answer.ts';
import { withHeader } from '../../http/call.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Answer, Call } from '../../model/exchange.ts';
import { memberOf, writeJson } from '../../model/json.ts';
import type { Company } from '../../model/target.ts';
import { Inconclusive, Skip } from '../../model/verdict.ts';
import type { Evento } from '../../receiver/attempt.ts';
import { isAboutId, isAboutName } from '../deliveries/about-object.ts';
import { newObjectAfter, ownObject } from '../operations/available-object.ts';
import { change as changeObject, type OperationCase, operationCases } from '../operations/operation-case.ts';
import { createdObject, type Draft, type StoredObject, shownNow } from '../operations/stored-object.ts';
import { type Contact, createContact, deleteContact, renameContact, renamingCall } from '../resources/contact-life.ts';
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

/** Prepares the objects that they need. A target may have only the events of contacts. */
export async function eventTriggers(context: CheckContext, company: Company): Promise<EventTriggers> {
  const types = await contactTypesTaken(context);
  const events = await contactTriggers(context, company, types);
  const cases = operationCases(context, company).filter(({ effect }) => effect.resource !== 'Anagrafica');
  const fired = cases.flatMap((one) => {
    const type = typeFiredBy(one.operation, context.target);
    return type === undefined ? [] : [{ one, type }];
  });
  const others = context.some(fired);
  const all = [...types, ...others.map(({ type }) => type)] as const;
  const probe = others.length === 0 ? undefined : await unlessRefused(createWebhook(context, company, all));
  if (probe === undefined) return { types, events: asRecognized(events) };
  await withdraw(context, probe);
  const made: EventTrigger[] = [];
  for (const { one, type } of others) {
    const trigger = await context.part(`events ${type}`, () => operationTrigger(context, one, type));
    if (trigger !== undefined) made.push(trigger);
  }
  return { types: [...types, ...others.map(({ type }) => type)], events: asRecognized([...events, ...made]) };
}

function asRecognized([first, ...others]: readonly [EventTrigger, ...EventTrigger[]]): EventTriggers['events'] {
  return [recognized(first), ...others.map(recognized)];
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

/** The types that a webhook may name for the events of contacts; only creations if the target has no others. */
async function contactTypesTaken(context: CheckContext): Promise<readonly [string, ...string[]]> {
  const { create, update, delete: deletion } = contactTypes(context);
  const { anagraficaPut, anagraficaDelete } = context.target.surface;
  const knowsOthers = anagraficaPut !== null && anagraficaDelete !== null && (await webhookCapabilities(context)).knowsContacts;
  return knowsOthers ? [create, update, deletion] : [create];
}

/** A creation, a change and a deletion, each of its own contact; three creations if the target has no other types. */
async function contactTriggers(
  context: CheckContext,
  company: Company,
  types: readonly string[],
): Promise<readonly [EventTrigger, ...EventTrigger[]]> {
  if (types.length === 1) {
    const first = creation(context, company);
    return [first, ...sparingly(context, [creation(context, company), creation(context, company)], 0)];
  }
  const { update, delete: deletion } = contactTypes(context);
  return [
    creation(context, company),
    await contactUpdate(context, company, update),
    await change(context, company, deletion, deleteContact),
  ];
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
    changeAgain: async () => {
      if (made && context.target.surface.anagraficaPut !== null) await context.send(await renamingCall(context, made));
    },
    remove: async () => {
      if (made) await removeNow(context, { resource: resources.Anagrafica, company, id: made.id });
    },
  };
}

/** Renames a contact. The new name tells this event from later ones. */
async function contactUpdate(context: CheckContext, company: Company, update: string): Promise<EventTrigger> {
  const nome = context.fresh();
  let changed: Contact | undefined;
  const trigger = await change(context, company, update, async (_, contact) => {
    changed = await renameContact(context, contact, nome);
  });
  const isFirst = ({ object }: Evento): boolean => changed === undefined || isSameName(memberOf(object, 'nome'), nome);
  return {
    ...trigger,
    is: (evento) => trigger.is(evento) && (evento.type !== update || isFirst(evento)),
    changeAgain: async () => {
      if (changed) await context.send(await renamingCall(context, changed));
    },
  };
}

/** Acts on an existing contact. If the target refuses that, creates another contact instead. */
async function change(
  context: CheckContext,
  company: Company,
  type: string,
  act: (context: CheckContext, contact: Contact) => Promise<unknown>,
): Promise<EventTrigger> {
  const contact = await createContact(context, company);
  const instead = creation(context, company);
  let refused = false;
  return {
    type: () => (refused ? instead.type() : type),
    act: async () => {
      try {
        await act(context, contact);
      } catch (error) {
        if (!(error instanceof Inconclusive || error instanceof Skip)) throw error;
        refused = true;
        await instead.act();
      }
    },
    is: (evento) => (evento.type === type && idOf(evento.object, 'anagrafica') === contact.id) || instead.is(evento),
    remove: async () => await removeNow(context, { resource: resources.Anagrafica, company, id: contact.id }),
  };
}

/** An EventTrigger whose call can have a given application id. */
interface OperationTrigger extends EventTrigger {
  readonly act: (applicationId?: string) => Promise<void>;
}

/** An operation on an object that nothing else acts on. If it is refused, no event comes. @throws Skip, Inconclusive if there is none */
async function operationTrigger(context: CheckContext, one: OperationCase, type: string): Promise<OperationTrigger> {
  const { applicationId: header } = headerNames(context.target.service.headerWord);
  const under = (call: Call, applicationId: string | undefined): Call =>
    applicationId === undefined ? call : withHeader(call, header, applicationId);
  const { effect, company } = one;
  const resource = resources[effect.of ?? effect.resource];
  if (effect.kind === 'create') {
    const { call, draft } = await one.prepare();
    if (draft?.label === undefined) throw new Skip(`the events of ${resource.name} cannot be recognised by a name`);
    const { label } = draft;
    let made: StoredObject | undefined;
    return {
      type: () => type,
      act: async (applicationId) => {
        const answer = await context.send(under(call, applicationId));
        made = isSuccess(answer) ? await unlessRefused(createdAs(one, draft, answer)) : undefined;
      },
      is: (evento) => evento.type === type && isAboutName(resource, label, evento),
      changeAgain: async () => {
        if (made) await changeNow(context, made);
      },
      remove: async () => {
        if (made) await removeNow(context, made);
      },
    };
  }
  const { after, of = effect.resource } = effect;
  const object = after === undefined ? await ownObject(context, of, company) : await newObjectAfter(context, after, company);
  const { call, draft } = await one.callFor(object);
  const label = effect.kind === 'update' ? draft?.label : undefined;
  return {
    type: () => type,
    act: async (applicationId) => void (await context.send(under(call, applicationId))),
    is: (evento) =>
      evento.type === type &&
      isAboutId(context, resource, object.id, evento) &&
      (label === undefined || isAboutName(resource, label, evento)),
    ...(label !== undefined && { changeAgain: () => changeNow(context, object) }),
    ...(effect.kind !== 'delete' && { remove: () => removeNow(context, object) }),
  };
}

async function createdAs({ effect, company }: OperationCase, draft: Draft, answer: Answer): Promise<StoredObject> {
  return createdObject(effect.resource, company, draft, answer);
}

/** Changes the object with its current token. */
async function changeNow(context: CheckContext, object: StoredObject): Promise<void> {
  await changeObject(context, { ...object, shown: await shownNow(context, object) });
}

/** Which objects may be deleted is the target's choice. */
async function removeNow(
  context: CheckContext,
  { resource, company, id }: Pick<StoredObject, 'resource' | 'company' | 'id'>,
): Promise<void> {
  const { delete: deletion } = resource.operations;
  if (deletion !== undefined && isServed(context, deletion)) await context.send((await context.api()).call(deletion, { company, id }));
}

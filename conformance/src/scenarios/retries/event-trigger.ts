import { contactTypes } from '../../api/event-names.ts';
import { idOf } from '../../api/identity.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { memberOf } from '../../model/json.ts';
import type { Company } from '../../model/target.ts';
import { Inconclusive, Skip } from '../../model/verdict.ts';
import type { Evento } from '../../receiver/attempt.ts';
import { type Contact, createContact, deleteContact, renameContact } from '../resources/contact-life.ts';
import { isSameName } from '../values/texts.ts';
import { webhookCapabilities } from '../webhooks/webhook-capabilities.ts';

/** One event of a contact, fired on purpose. */
export interface EventTrigger {
  readonly type: () => string;
  readonly act: () => Promise<void>;
  readonly is: (evento: Evento) => boolean;
}

/** The types that a webhook may name for the events of contacts: creations alone where the target has no others. */
export async function triggeredTypes(context: CheckContext): Promise<readonly [string, ...string[]]> {
  const { create, update, delete: deletion } = contactTypes(context);
  const { anagraficaPut, anagraficaDelete } = context.target.surface;
  const knowsOthers = anagraficaPut !== null && anagraficaDelete !== null && (await webhookCapabilities(context)).quietType === deletion;
  return knowsOthers ? [create, update, deletion] : [create];
}

/** A creation, a change and a deletion, each of a contact of its own; three creations where the target has no other types. */
export async function eventTriggers(
  context: CheckContext,
  company: Company,
  types: readonly string[],
): Promise<readonly [EventTrigger, ...EventTrigger[]]> {
  if (types.length === 1) return [creation(context, company), creation(context, company), creation(context, company)];
  const { update, delete: deletion } = contactTypes(context);
  return [
    creation(context, company),
    await change(context, company, update, renameContact),
    await change(context, company, deletion, deleteContact),
  ];
}

/** A contact is created. */
export function creation(context: CheckContext, company: Company): EventTrigger {
  const { create } = contactTypes(context);
  const nome = context.fresh();
  return {
    type: () => create,
    act: async () => void (await createContact(context, company, nome)),
    is: ({ type, object }) => type === create && isSameName(memberOf(object, 'nome'), nome),
  };
}

/** Something happens to a contact that was there before; where the target does not let it happen, one is created instead. */
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
  };
}

import { createdId, idOf } from '../../api/identity.ts';
import { entriesOf, unreadable } from '../../api/listing.ts';
import { webhookBody } from '../../api/webhook-body.ts';
import type { OperationId } from '../../generated/operations.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Call } from '../../model/exchange.ts';
import { identifier, type JsonObject } from '../../model/json.ts';
import type { Arguments } from '../../model/requests.ts';
import type { Company } from '../../model/target.ts';
import { Inconclusive, Skip } from '../../model/verdict.ts';
import type { Webhook } from '../../model/webhook.ts';
import { type Contact, renamingCall } from '../resources/contact-life.ts';
import { contactBody } from '../resources/contacts.ts';
import { createDocument, documentBody } from '../resources/documents.ts';
import { itemBody } from '../resources/items.ts';
import { createWebhook } from '../webhooks/create-webhook.ts';
import { webhookCapabilities } from '../webhooks/webhook-capabilities.ts';

/** One operation of the target, ready to be called in a way that must succeed: the control of every refusal. */
export interface PreparedOperation {
  readonly operation: OperationId;
  readonly configuration: boolean;
  /** A call that succeeds, made again each time: what it needs is created first. @throws Skip, Inconclusive where it cannot be. */
  readonly prepare: () => Promise<Call>;
  /** One that is to be refused: what it needs is there once for all of them, since a refusal leaves it as it was. @throws as above */
  readonly prepareRefused: () => Promise<Call>;
  /** Whether its effect cannot be undone: it is called only where it must be refused, and without a control. */
  readonly final?: true;
}

/** One operation of each kind, for what is looked at alike on all operations of its kind: with a company in its path, and without. */
export function everyKind(all: readonly PreparedOperation[]): readonly PreparedOperation[] {
  return [true, false].flatMap((configuration) => all.find((candidate) => candidate.configuration === configuration) ?? []);
}

type Prepared = Promise<Arguments>;

/** Every operation that stands behind the token and the headers, for one company. */
export function preparedOperations(context: CheckContext, company: Company): readonly PreparedOperation[] {
  const probe = (operation: OperationId, prepare: () => Prepared = async () => ({}), prepareRefused = prepare): PreparedOperation => {
    const call = async (args: Arguments): Promise<Call> => (await context.api()).call(operation, { company, ...args });
    return {
      operation,
      configuration: operation === 'listAzienda' || operation.endsWith('Webhook'),
      prepare: async () => await call(await prepare()),
      prepareRefused: async () => await call(await prepareRefused()),
    };
  };
  const { documentoCreate } = context.target.surface;
  const [newContact, newWebhook] = [() => contact(context, company), () => webhook(context, company)];
  // No two are alike: a target may refuse the second.
  const newDocument = async (): Prepared => ({ body: documentoCreate === null ? {} : await documentBody(context, company) });
  const [sameContact, sameWebhook] = [once(newContact), once(newWebhook)];
  return [
    probe('listAzienda'),
    probe('listArticolo'),
    probe('getArticolo', async () => ({ id: await firstArticolo(context, company) })),
    probe('createAnagrafica', async () => ({ body: contactBody(context, context.fresh()) })),
    probe('listAnagrafica'),
    probe('getAnagrafica', async () => ({ id: (await sameContact()).id })),
    {
      operation: 'updateAnagrafica',
      configuration: false,
      prepare: async () => await renamingCall(context, await newContact()),
      prepareRefused: async () => await renamingCall(context, await sameContact()),
    },
    probe(
      'deleteAnagrafica',
      async () => ({ id: (await newContact()).id }),
      async () => ({ id: (await sameContact()).id }),
    ),
    probe('createWebhook', async () => ({ body: await newWebhookBody(context, company) })),
    probe('listWebhook'),
    probe('getWebhook', async () => ({ id: (await sameWebhook()).id })),
    probe(
      'updateWebhook',
      async () => await webhookUpdate(context, await newWebhook()),
      async () => await webhookUpdate(context, await sameWebhook()),
    ),
    probe(
      'deleteWebhook',
      async () => ({ id: (await newWebhook()).id }),
      async () => ({ id: (await sameWebhook()).id }),
    ),
    probe('createArticolo', async () => ({ body: itemBody(context, context.fresh()) })),
    probe('createDocumento', newDocument, once(newDocument)),
  ];
}

/** Makes it once, for all callers. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** The same with the issue of a document, which stays issued: where a refusal is looked for on every operation. */
export function refusableOperations(context: CheckContext, company: Company): readonly PreparedOperation[] {
  const issue = async (): Promise<Call> => {
    const { id } = await createDocument(context, company);
    return (await context.api()).call('emitDocumento', { company, id });
  };
  const { documentoCreate, documentoEmit } = context.target.surface;
  const candidate: PreparedOperation = {
    operation: 'emitDocumento',
    configuration: false,
    prepare: issue,
    prepareRefused: issue,
    final: true,
  };
  return [...preparedOperations(context, company), ...(documentoCreate === null || documentoEmit === null ? [] : [candidate])];
}

/** The identifier of a stock item of the company. @throws Skip where it has none, Inconclusive where its list cannot be read. */
export async function firstArticolo(context: CheckContext, company: Company): Promise<string> {
  const api = await context.api();
  const entries = entriesOf(await context.prepare(api.call('listArticolo', { company })));
  if (entries === undefined) throw new Inconclusive(unreadable('listArticolo'));
  const [entry] = entries;
  const id = idOf(entry, 'articolo');
  if (id === undefined) throw new Skip(`company ${company.id} lists no articolo with an id: add one`);
  return id;
}

async function contact(context: CheckContext, company: Company): Promise<Omit<Contact, 'nome'>> {
  const api = await context.api();
  const answer = await context.prepare(api.call('createAnagrafica', { company, body: contactBody(context, context.fresh()) }));
  const id = createdId(answer, 'anagrafica');
  if (id === undefined) throw new Skip('the answer to the creation of a contact holds no id');
  return { id, company, answer };
}

async function events(context: CheckContext): Promise<readonly string[]> {
  return [(await webhookCapabilities(context)).quietType];
}

async function newWebhookBody(context: CheckContext, company: Company): Promise<JsonObject> {
  const { endpoint, url } = await context.run.webhooks.open(context.rule);
  return webhookBody(company, url, endpoint.name, await events(context));
}

async function webhook(context: CheckContext, company: Company): Promise<Webhook> {
  return await createWebhook(context, company, await events(context));
}

async function webhookUpdate(context: CheckContext, webhook: Webhook): Prepared {
  const body = webhookBody(webhook.company, webhook.url, `${webhook.endpoint.name} changed`, await events(context));
  const { putsId } = await webhookCapabilities(context);
  return { id: webhook.id, body: { ...body, ...(putsId && { Id: identifier(webhook.id) }), ConcurrencyToken: webhook.concurrencyToken } };
}

/** Undefined where an operation cannot be prepared: other rules say why. */
export async function prepared(prepare: () => Promise<Call>): Promise<Call | undefined> {
  try {
    return await prepare();
  } catch (error) {
    if (error instanceof Skip || error instanceof Inconclusive) return undefined;
    throw error;
  }
}

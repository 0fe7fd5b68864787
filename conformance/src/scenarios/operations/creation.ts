import { webhookBody } from '../../api/webhook-body.ts';
import { type BodySetting, type Resource, type ResourceName, resources } from '../../generated/resources.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { identifier, isObject, type Json, type JsonObject, memberOf } from '../../model/json.ts';
import { CONTACT_PLACEHOLDER, type Company } from '../../model/target.ts';
import { Skip } from '../../model/verdict.ts';
import { documentBody, plainDocumentBody } from '../resources/documents.ts';
import { createWebhook } from '../webhooks/create-webhook.ts';
import { webhookCapabilities } from '../webhooks/webhook-capabilities.ts';
import { createdObject, type Draft, type StoredObject, shownNow } from './stored-object.ts';

/**
 * Creates an object of a resource.
 * @param given the draft to create it from; by default a new one
 * @throws Inconclusive or Skip if the target does not create it
 */
export async function createObject(context: CheckContext, name: ResourceName, company: Company, given?: Draft): Promise<StoredObject> {
  const { operations: own } = resources[name];
  if (own.create === undefined) throw new Skip(`no operation creates objects of ${name}`);
  if (name === 'webhook') return await createdWebhook(context, company);
  const draft = given ?? (await draftOf(context, name, company));
  const answer = await context.prepare((await context.api()).call(own.create, { company, body: draft.body }));
  return await withToken(context, createdObject(name, company, draft, answer));
}

/** An object as its creation answered it, or as a GET shows it if that answer has no token, without which nothing could change it. */
async function withToken(context: CheckContext, created: StoredObject): Promise<StoredObject> {
  const { resource, shown } = created;
  if (resource.token === undefined || memberOf(shown, resource.token) !== undefined) return created;
  return { ...created, shown: (await shownNow(context, created)) ?? shown };
}

/** A webhook whose deliveries arrive at an endpoint of its own. */
async function createdWebhook(context: CheckContext, company: Company): Promise<StoredObject> {
  const { quietType } = await webhookCapabilities(context);
  const { id, url, endpoint, concurrencyToken } = await createWebhook(context, company, [quietType]);
  const draft = { body: webhookBody(company, url, endpoint.name, [quietType]), label: endpoint.name };
  return { resource: resources.webhook, company, id, draft, shown: { concurrencyToken } };
}

/** A body of a resource with its own label: the configured one, or the contract's. Nobody may change the objects that it refers to. */
export async function draftOf(context: CheckContext, name: ResourceName, company: Company): Promise<Draft> {
  return name === 'Documento'
    ? labelled(context, resources[name], await plainDocumentBody(context, company))
    : await ownDraftOf(context, name, company);
}

/** A draft that refers to new objects of its own. */
export async function ownDraftOf(context: CheckContext, name: ResourceName, company: Company): Promise<Draft> {
  const resource = resources[name];
  if (name === 'webhook') return await webhookDraft(context, company);
  const body = name === 'Documento' ? await documentBody(context, company) : await configuredBody(context, resource, company);
  return labelled(context, resource, body);
}

function labelled(context: CheckContext, resource: Resource, body: JsonObject): Draft {
  const { label: member } = resource;
  if (member === undefined || !takesLabel(context, resource)) return { body, label: undefined };
  const label = context.fresh();
  return { body: { ...body, [member]: label }, label };
}

/** A target may know no other members than those of a configured document. */
function takesLabel(context: CheckContext, { name }: Resource): boolean {
  return name !== 'Documento' || context.target.surface.bodies.documento.anagraficaId === CONTACT_PLACEHOLDER;
}

async function webhookDraft(context: CheckContext, company: Company): Promise<Draft> {
  const { endpoint, url } = await context.run.webhooks.open(context.rule);
  const { quietType } = await webhookCapabilities(context);
  return { body: webhookBody(company, url, endpoint.name, [quietType]), label: endpoint.name };
}

async function configuredBody(context: CheckContext, { setting, references }: Resource, company: Company): Promise<JsonObject> {
  let body: Json = context.target.surface.bodies[setting as BodySetting] as JsonObject;
  for (const { path, resource } of references)
    body = await referring(body, path, async () => await newIdentifier(context, resource, company));
  return isObject(body) ? body : {};
}

async function newIdentifier(context: CheckContext, resource: ResourceName, company: Company): Promise<Json> {
  return identifier((await createObject(context, resource, company)).id);
}

/** The body with an identifier at every place of the path that has one already. */
async function referring(value: Json, path: readonly string[], identifierOf: () => Promise<Json>): Promise<Json> {
  const [step, ...rest] = path;
  if (step === undefined) return await identifierOf();
  if (step === '*') return Array.isArray(value) ? await Promise.all(value.map((item: Json) => referring(item, rest, identifierOf))) : value;
  if (!isObject(value) || value[step] === undefined || value[step] === null) return value;
  return { ...value, [step]: await referring(value[step], rest, identifierOf) };
}

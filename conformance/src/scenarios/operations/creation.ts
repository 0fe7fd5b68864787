import { webhookBody } from '../../api/webhook-body.ts';
import { type BodySetting, type Resource, type ResourceName, resources } from '../../generated/resources.ts';
import { isSuccess } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { identifier, type JsonObject, memberOf } from '../../model/json.ts';
import type { Company } from '../../model/target.ts';
import { CONTACT_PLACEHOLDER } from '../../model/target.ts';
import { Skip } from '../../model/verdict.ts';
import { unlessRefused } from '../unless-refused.ts';
import { at, pathsTo, placed } from '../values/places.ts';
import { createWebhook } from '../webhooks/create-webhook.ts';
import { webhookCapabilities } from '../webhooks/webhook-capabilities.ts';
import { additionsTo, manyBodies, waysOf } from './declared-members.ts';
import { documentBody, plainDocumentBody } from './documents.ts';
import { createdObject, type Draft, shownAgain, type Thing } from './thing.ts';

/**
 * Creates an object of a resource.
 * @param given the draft to create it from; by default a new one
 * @throws Inconclusive or Skip if the target does not create it
 */
export async function createObject(context: CheckContext, name: ResourceName, company: Company, given?: Draft): Promise<Thing> {
  const { operations: own } = resources[name];
  if (own.create === undefined) throw new Skip(`no operation creates objects of ${name}`);
  if (name === 'webhook') return await createdWebhook(context, company);
  const draft = given ?? (await draftOf(context, name, company));
  const answer = await context.prepare((await context.api()).call(own.create, { company, body: draft.body }));
  return await withToken(context, createdObject(name, company, draft, answer));
}

/** Creates an object from a varied body; undefined if nothing varies, or the target refuses it. */
export async function createVaried(
  context: CheckContext,
  name: ResourceName,
  company: Company,
  vary: (body: JsonObject) => JsonObject,
): Promise<Thing | undefined> {
  const { create } = resources[name].operations;
  const draft = await draftOf(context, name, company);
  const body = vary(draft.body);
  if (create === undefined || body === draft.body) return undefined;
  const answer = await context.send((await context.api()).call(create, { company, body }));
  return isSuccess(answer) ? createdObject(name, company, { ...draft, body }, answer) : undefined;
}

/** Two equal objects with as many declared members as the target accepts together, and the plain draft behind each. */
export type EqualObject = Thing & { readonly plain: Draft };

/** Undefined if the target accepts no two equal objects. */
export async function equalObjects(
  context: CheckContext,
  name: ResourceName,
  company: Company,
): Promise<readonly [EqualObject, EqualObject] | undefined> {
  const resource = resources[name];
  const { create } = resource.operations;
  if (create === undefined) return undefined;
  const plain = await draftOf(context, name, company);
  for (const body of waysOf(plain.body, additionsTo(plain.body, manyBodies(create), resource))) {
    const make = async (): Promise<EqualObject | undefined> => {
      const made = await unlessRefused(createObject(context, name, company, { ...plain, body }));
      return made && { ...made, plain };
    };
    const first = await make();
    const second = first && (await make());
    if (first && second) return [first, second];
  }
  return undefined;
}

/** An object as its creation answered it, or as a GET shows it if that answer has no token, without which nothing could change it. */
async function withToken(context: CheckContext, created: Thing): Promise<Thing> {
  const { resource, shown } = created;
  const hasToken = resource.token === undefined || memberOf(shown, resource.token) !== undefined;
  return hasToken ? created : await shownAgain(context, created);
}

/** A webhook whose deliveries arrive at an endpoint of its own. */
async function createdWebhook(context: CheckContext, company: Company): Promise<Thing> {
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

/** The configured body. It refers to new objects wherever it refers to any. */
async function configuredBody(context: CheckContext, { setting, references }: Resource, company: Company): Promise<JsonObject> {
  let body = context.target.surface.bodies[setting as BodySetting] as JsonObject;
  for (const { path, resource } of references)
    for (const place of pathsTo(body, path).filter((one) => (at(body, one) ?? null) !== null))
      body = placed(body, place, identifier((await createObject(context, resource, company)).id)) as JsonObject;
  return body;
}

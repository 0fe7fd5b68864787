import { webhookBody } from '../../api/webhook-body.ts';
import { type BodySetting, type Resource, type ResourceName, resources } from '../../generated/resources.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { identifier, isObject, type Json, type JsonObject } from '../../model/json.ts';
import type { Company } from '../../model/target.ts';
import { CONTACT_PLACEHOLDER } from '../../model/target.ts';
import { documentBody, plainDocumentBody } from '../resources/documents.ts';
import { webhookCapabilities } from '../webhooks/webhook-capabilities.ts';
import { createObject } from './stored-object.ts';

/** A body that creates an object, no two alike. */
export interface Draft {
  readonly body: JsonObject;
  /** The text by which the object is known; undefined where its body has no member for one. */
  readonly label: string | undefined;
}

/** A body of a resource: the configured one, or that of the contract, with a label of its own. The objects that it names nobody may change. */
export async function draftOf(context: CheckContext, name: ResourceName, company: Company): Promise<Draft> {
  return name === 'Documento'
    ? labelled(context, resources[name], await plainDocumentBody(context, company))
    : await ownDraftOf(context, name, company);
}

/** The same with new objects where it names others. */
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

/** A configured document may be one of which the target knows no other members. */
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

/** The body with an identifier wherever the path leads to one that is there. */
async function referring(value: Json, path: readonly string[], identifierOf: () => Promise<Json>): Promise<Json> {
  const [step, ...rest] = path;
  if (step === undefined) return await identifierOf();
  if (step === '*') return Array.isArray(value) ? await Promise.all(value.map((item: Json) => referring(item, rest, identifierOf))) : value;
  if (!isObject(value) || value[step] === undefined || value[step] === null) return value;
  return { ...value, [step]: await referring(value[step], rest, identifierOf) };
}
